/** How far something is. */
export interface Progress {
  /** Notes are read unless it says otherwise. */
  readonly stage?: 'planning' | 'writing';
  readonly done: number;
  readonly total: number;
}

/** A call that ends sooner shows no progress. */
const quietMs = 1000;
const drawMs = 120;
const barWidth = 30;
const verbs = { planning: 'Planning changes', writing: 'Writing files' };
const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Shows progress on a terminal while `work` takes longer than a second. */
export async function withProgress<T>(
  isWatched: boolean,
  progress: () => Progress | undefined,
  work: Promise<T>,
): Promise<T> {
  if (!isWatched) return work;
  let frame = 0;
  const draw = () => {
    process.stderr.write(`\r\x1b[K${toLine(progress(), frame++)}`);
  };
  let drawing: NodeJS.Timeout | undefined;
  const waiting = setTimeout(() => {
    drawing = setInterval(draw, drawMs);
  }, quietMs);
  try {
    return await work;
  } finally {
    clearTimeout(waiting);
    clearInterval(drawing);
    if (frame > 0) process.stderr.write('\r\x1b[K');
  }
}

/** A bar where the end is known, a spinner where it is not. */
export function toLine(progress: Progress | undefined, frame: number): string {
  if (progress === undefined || progress.total === 0 || progress.done >= progress.total) {
    return `${spinner[frame % spinner.length]} Working…`;
  }
  const { stage, done, total } = progress;
  const verb = stage === undefined ? 'Reading notes' : verbs[stage];
  const filled = Math.floor((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${verb} ${bar} ${done} of ${total}`;
}
