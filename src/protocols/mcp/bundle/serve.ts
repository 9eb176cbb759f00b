import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { bundleLimits } from '../../../contract/bundle-limits.ts';
import { mcpLimits } from '../../../contract/limits.ts';
import { LineReader } from '../../../kit/line-reader.ts';
import { BundleConnection, type BundleToolbox } from './connection.ts';

export interface BundleServeOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  /** Loads what is heavy, while `initialize` can already be answered. */
  load(): Promise<OpenToolbox>;
  /** Aborted when somebody else wants the process to end. */
  readonly stop: AbortSignal;
  /** A bug, for the log. */
  report(thrown: unknown): void;
}

export interface OpenToolbox extends BundleToolbox {
  close(): Promise<void>;
}

/** Serves one client on two streams until it is gone. Resolves with the exit code of the process. */
export async function serveBundle(options: BundleServeOptions): Promise<number> {
  const { input, output, version, report } = options;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  let isBroken = false;
  output.on('error', () => {
    isBroken = true;
    leave();
  });
  const loaded = options.load();
  loaded.catch(report);
  const connection = new BundleConnection({
    version,
    toolbox: loaded,
    write: (line) => {
      if (!isBroken) output.write(`${line}\n`);
    },
    leave,
    busy: (running) => {
      if (running >= bundleLimits.inFlightMax || leaving.signal.aborted) input.pause();
      else if (input.isPaused()) input.resume();
    },
    report,
  });
  const take = (line: string) => {
    if (!leaving.signal.aborted) connection.take(line);
  };
  const reader = new LineReader(mcpLimits.lineBytesMax, take, () => connection.refuseLongLine());
  input.on('data', (chunk: Buffer) => reader.push(chunk));
  for (const event of ['end', 'close', 'error']) input.once(event, leave);
  options.stop.addEventListener('abort', leave);
  if (options.stop.aborted) leave();
  if (!leaving.signal.aborted) await once(leaving.signal, 'abort');
  input.pause();
  const isDone = await connection.drain();
  // What was answered is on disk already, so closing may be cut short.
  const closed = loaded.then((toolbox) => toolbox.close()).catch(() => undefined);
  await Promise.race([closed, after(bundleLimits.closeMs)]);
  // The process must not end before the last answer has left it.
  if (!isBroken) await new Promise<void>((resolve) => output.write('', () => resolve()));
  return isDone ? 0 : 1;
}
