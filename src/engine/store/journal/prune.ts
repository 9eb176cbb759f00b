import { readdirSync, rmSync, statSync } from 'node:fs';
import type { State, Step } from './record.ts';
import { segmentFile } from './segment-files.ts';
import type { Retention, SegmentLog } from './segment-log.ts';

interface Prunable {
  readonly folder: string;
  readonly log: Pick<SegmentLog, 'segments' | 'steps' | 'stepsOf' | 'lastAt'>;
  readonly retention: Retention;
  readonly now: number;
}

/** False when certainly nothing is to be removed, which is known without the past being read. */
export function isPruneDue({ folder, log, retention, now }: Prunable): boolean {
  const [oldest, ...newer] = log.segments;
  if (oldest === undefined || newer.length === 0) return false;
  const bytes = sum(log.segments.map((segment) => segment.bytes())) + largeBytes(folder);
  return bytes > retention.bytesMax || log.lastAt(oldest) < now - retention.ageMsMax;
}

/** Removes whole segments from the old end. The newest one and those with open steps stay. */
export function pruneSegments({ folder, log, retention, now }: Prunable): number {
  const { segments, steps } = log;
  const sizes = new Map(segments.map((segment) => [segment, segment.bytes()]));
  const large = countUses(folder, steps.values());
  let total = sum(sizes.values()) + sum([...large.values()].map(({ size }) => size));
  let removed = 0;
  for (const segment of segments.slice(0, -1)) {
    const own = log.stepsOf(segment).flatMap((id) => steps.get(id) ?? []);
    const tooOld = own.every(({ at }) => at < now - retention.ageMsMax);
    if (!tooOld && total <= retention.bytesMax) break;
    if (own.some(({ outcome }) => outcome === 'open')) break;
    for (const step of own) {
      steps.delete(step.id);
      total -= release(large, step);
    }
    for (const ending of ['pack', 'steps'] as const) {
      rmSync(segmentFile(folder, segment.number, ending), { force: true });
    }
    total -= sizes.get(segment) ?? 0;
    removed++;
  }
  if (removed > 0) dropUnusedLarge(folder, large);
  return removed;
}

/** Every content that a step speaks of. */
export function statesOf(step: Step): State[] {
  return step.ops.flatMap((op) => {
    if (op.op === 'put') return op.before === null ? [op.after] : [op.before, op.after];
    if (op.op === 'remove') return [op.before];
    return op.op === 'move' && op.over !== null ? [op.over] : [];
  });
}

/** A content that is a file of its own, and how often steps speak of it. */
interface Large {
  readonly size: number;
  /** It is kept before the step that speaks of it begins, so one that is new may be needed yet. */
  isNew: boolean;
  uses: number;
}

const newMs = 60 * 60 * 1000;

function countUses(folder: string, steps: Iterable<Step>): Map<string, Large> {
  const found = new Map<string, Large>();
  for (const name of readdirSync(`${folder}/large`)) {
    const stat = statSync(`${folder}/large/${name}`, { throwIfNoEntry: false });
    if (stat !== undefined)
      found.set(name, { size: stat.size, isNew: Date.now() - stat.ctimeMs < newMs, uses: 0 });
  }
  for (const step of steps) {
    for (const hash of hashesOf(step)) {
      const large = found.get(hash);
      if (large === undefined) continue;
      large.uses++;
      large.isNew = false;
    }
  }
  return found;
}

/** Forgets what a step speaks of. Returns the bytes that nobody needs any more. */
function release(large: Map<string, Large>, step: Step): number {
  return sum(
    hashesOf(step).map((hash) => {
      const content = large.get(hash);
      if (content === undefined) return 0;
      content.uses--;
      return content.uses === 0 ? content.size : 0;
    }),
  );
}

function dropUnusedLarge(folder: string, large: ReadonlyMap<string, Large>): void {
  for (const [name, { uses, isNew }] of large) {
    if (uses === 0 && !isNew) rmSync(`${folder}/large/${name}`, { force: true });
  }
}

function hashesOf(step: Step): string[] {
  return statesOf(step).flatMap((state) => (state.type === 'file' ? [state.hash] : []));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

export function largeBytes(folder: string): number {
  return readdirSync(`${folder}/large`).reduce(
    (sum, name) =>
      sum + (statSync(`${folder}/large/${name}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
