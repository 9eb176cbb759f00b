/** How far a change of many files is. Files are planned first, then written next to the old ones. */
export interface StepProgress {
  readonly stage: 'planning' | 'writing';
  /** Files that are done with, of all in this stage. */
  readonly done: number;
  readonly total: number;
}

export type ReportProgress = (progress: StepProgress) => void;

/** How much of the whole is done, from 0 to 1. */
export function toFraction({ stage, done, total }: StepProgress): number {
  const part = total === 0 ? 1 : done / total;
  return (stage === 'planning' ? part : 1 + part) / 2;
}

/** The same as words for people. */
export function describeProgress({ stage, done, total }: StepProgress): string {
  return `${stage === 'planning' ? 'Planned' : 'Wrote'} ${done} of ${total} files.`;
}

/** Passes on what goes forward, and not more often than every `everyMs`; the first at once. */
export function paced(
  report: ReportProgress,
  everyMs: number,
  now: () => number = () => performance.now(),
): ReportProgress {
  let furthest = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const fraction = toFraction(progress);
    if (fraction <= furthest || now() - lastAt < everyMs) return;
    furthest = fraction;
    lastAt = now();
    report(progress);
  };
}
