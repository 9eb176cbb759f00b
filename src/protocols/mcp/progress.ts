import { limits } from '../../contract/limits.ts';
import {
  describeProgress,
  paced,
  type ReportProgress,
  toFraction,
} from '../../contract/progress.ts';
import { toRecord } from '../../kit/records.ts';
import type { McpRequest } from './backend.ts';

const tickMs = 1000;

interface Reporter {
  /** What a change of many files says of itself. */
  readonly report: ReportProgress | undefined;
  stop(): void;
}

export const noProgress: Reporter = { report: undefined, stop: () => {} };

/**
 * Reports to a client that asked for it how far a long call is: in hundredths of the way where that is
 * known, else in seconds. The protocol wants the number to grow with every message.
 */
export function reportProgress({ params, notify }: McpRequest): Reporter {
  const { progressToken } = toRecord(params._meta);
  if (progressToken === undefined) return noProgress;
  let seconds = 0;
  const send = (progress: number, message: string, total?: number) => {
    const about = { progressToken, progress, message, ...(total !== undefined && { total }) };
    notify('notifications/progress', about);
  };
  const timer = setInterval(() => {
    seconds += 1;
    send(seconds, `${seconds} s`);
  }, tickMs);
  const report = paced((step) => {
    // From now on the step has the say, from where the seconds have come to.
    clearInterval(timer);
    send(seconds + 100 * toFraction(step), describeProgress(step), seconds + 100);
  }, limits.progressEveryMs);
  return { report, stop: () => clearInterval(timer) };
}
