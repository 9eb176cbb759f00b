import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Asked<T> {
  readonly value?: T;
  readonly error?: unknown;
  /** The value is that of an earlier question. */
  readonly isOld: boolean;
}

/** Asks again whenever `keys` differ. The last answer stays until the next one is there. */
export function useAsked<T>(
  ask: ((signal: AbortSignal) => Promise<T>) | undefined,
  keys: readonly unknown[],
): Asked<T> {
  const [state, setState] = useState<Asked<T>>({ isOld: true });
  // Effects that wait for the next picture would let the daemon wait for it too.
  useLayoutEffect(() => {
    if (ask === undefined) {
      setState({ isOld: false });
      return undefined;
    }
    const given = new AbortController();
    setState((old) => ({ ...old, isOld: true }));
    ask(given.signal).then(
      (value) => !given.signal.aborted && setState({ value, isOld: false }),
      (error) => !given.signal.aborted && setState({ error, isOld: false }),
    );
    return () => given.abort();
  }, keys);
  return state;
}

/** A function that stays the same and always does what the newest one does. */
export function useLatest<Args extends unknown[], T>(
  run: (...args: Args) => T,
): (...args: Args) => T {
  const latest = useRef(run);
  latest.current = run;
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}

/** What `value` was once it stayed the same for a while. */
export function useSettled<T>(value: T, quietMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
