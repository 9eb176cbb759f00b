/** Runs once for a burst of calls, so long after the first of them. */
export function runSoon(run: () => void, afterMs: number): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      run();
    }, afterMs);
  };
}
