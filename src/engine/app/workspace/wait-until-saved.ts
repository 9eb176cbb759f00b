import { setTimeout as after } from 'node:timers/promises';

/** How often an editor is asked whether it has saved. */
const savePollMs = 20;

interface SaveWait {
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

/** True as soon as it is saved, false when that takes longer than it may. */
export async function waitUntilSaved(
  isSaved: () => boolean,
  { ms, signal }: SaveWait,
): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!isSaved()) {
    if (performance.now() > deadline || signal?.aborted) return false;
    await after(savePollMs);
  }
  return true;
}
