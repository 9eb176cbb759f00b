export interface Debounced {
  (): void;
  /** Cancels a run that has not begun. */
  cancel(): void;
}

/** Runs once calls have paused for `quietMs`, and at the latest `lateMsMax` after the first of them. */
export function debounce(run: () => void, quietMs: number, lateMsMax: number): Debounced {
  let timer: NodeJS.Timeout | undefined;
  let deadline = 0;
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const call = (): void => {
    const now = performance.now();
    if (timer === undefined) deadline = now + lateMsMax;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        run();
      },
      Math.max(0, Math.min(quietMs, deadline - now)),
    );
    timer.unref();
  };
  return Object.assign(call, { cancel });
}
