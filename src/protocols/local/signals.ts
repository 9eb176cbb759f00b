import { constants } from 'node:os';

export interface SignalActions {
  /** Once. The same signal again ends the process at once. */
  stop(signal: NodeJS.Signals): void;
  /** Each time. */
  reload?(): void;
}

/** Listens to the signals of a daemon. The returned function detaches, however often it is called. */
export function onSignals({ stop, reload }: SignalActions): () => void {
  let isStopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    stop(signal);
  };
  const hangUp = () => reload?.();
  const ends = endSignals();
  for (const signal of ends) process.on(signal, end);
  if (process.platform !== 'win32') process.on('SIGHUP', hangUp);
  return () => {
    for (const signal of ends) process.off(signal, end);
    process.off('SIGHUP', hangUp);
  };
}

function endSignals(): readonly NodeJS.Signals[] {
  return process.platform === 'win32' ? ['SIGINT', 'SIGBREAK'] : ['SIGTERM', 'SIGINT'];
}
