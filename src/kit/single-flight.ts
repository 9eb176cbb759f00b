/**
 * Runs of `work` never overlap. Whoever asks during a run gets the result of one more run after
 * it, shared by all who asked meanwhile.
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (current === undefined) return run();
    next ??= current.then(run, run);
    return next;
  };
}
