/** How far something is. */
export interface Progress {
  /** Notes are read unless it says otherwise. */
  readonly stage?: 'planning' | 'writing';
  readonly done: number;
  readonly total: number;
}

const patienceMs = 1000;
const drawMs = 120;
const barWidth = 30;
const verbs = { planning: 'Planning changes', writing: 'Writing files' };
const turns = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Whoever waits on a terminal for more than a second sees that something goes on. */
export async function withProgress<T>(
  isWatched: boolean,
  look: () => Progress | undefined,
  work: Promise<T>,
): Promise<T> {
  if (!isWatched) return work;
  let turn = 0;
  const draw = () => {
    process.stderr.write(`\r\x1b[K${toLine(look(), turn++)}`);
  };
  let drawing: NodeJS.Timeout | undefined;
  const waiting = setTimeout(() => {
    drawing = setInterval(draw, drawMs);
  }, patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(waiting);
    clearInterval(drawing);
    if (turn > 0) process.stderr.write('\r\x1b[K');
  }
}

/** A bar where the end is known, a turning wheel where it is not. */
export function toLine(progress: Progress | undefined, turn: number): string {
  if (progress === undefined || progress.total === 0 || progress.done >= progress.total) {
    return `${turns[turn % turns.length]} Working…`;
  }
  const { stage, done, total } = progress;
  const verb = stage === undefined ? 'Reading notes' : verbs[stage];
  const filled = Math.floor((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${verb} ${bar} ${done} of ${total}`;
}
