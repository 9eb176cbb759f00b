import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { type RegexInputs, type RegexKind, runRegexJob } from './regex-jobs.ts';

export interface RegexRequest<K extends RegexKind = RegexKind> {
  readonly regex: { readonly source: string; readonly flags: string };
  readonly kind: K;
  readonly input: RegexInputs[K];
}

// Where V8 can, it gives up backtracking early and goes on in linear time. The rest is ended from outside.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');

parentPort?.on('message', ({ regex, kind, input }: RegexRequest) => {
  parentPort?.postMessage(runRegexJob(regex, kind, input));
});
