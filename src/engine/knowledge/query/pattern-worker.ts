import { type MessagePort, workerData } from 'node:worker_threads';
import { type PatternTask, runPattern } from './run-pattern.ts';

interface Request {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
  readonly task: PatternTask;
}

const { port, done }: { port: MessagePort; done: Int32Array } = workerData;

port.on('message', ({ source, flags, text, task }: Request) => {
  port.postMessage({ result: runPattern(new RegExp(source, flags), text, task) });
  signalDone();
});
signalDone();

/** Wakes the thread that waits for this one. */
function signalDone(): void {
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
