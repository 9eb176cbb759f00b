/** How often it is looked whether an editor has saved. */
const pollMs = 20;

/** True as soon as it is saved, false when that takes longer than it may. */
export async function waitUntilSaved(
  isSaved: () => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!isSaved()) {
    if (performance.now() > deadline || signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}
