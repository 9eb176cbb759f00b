import { readdirSync, rmSync, statSync } from 'node:fs';
import { keptFolder } from './kept-files.ts';
import type { State, Step } from './record.ts';
import type { JournalSegment } from './segment.ts';
import { segmentFile } from './segment-files.ts';
import type { Retention, SegmentLog } from './segment-log.ts';

interface Prunable {
  readonly folder: string;
  readonly log: Pick<SegmentLog, 'segments' | 'steps' | 'stepsOf' | 'lastAt'>;
  readonly retention: Retention;
  readonly now: number;
}

/** False when nothing is to be removed, which shows without reading the past. */
export function isPruneDue({ folder, log, retention, now }: Prunable): boolean {
  const [oldest, ...newer] = log.segments;
  if (oldest === undefined || newer.length === 0) return false;
  const bytes = sum(log.segments.map((segment) => segment.bytes())) + largeBytes(folder);
  return bytes > retention.bytesMax || log.lastAt(oldest) < now - retention.ageMsMax;
}

/** Removes whole segments from the old end. The newest one and those with open steps stay. */
export function pruneSegments({ folder, log, retention, now }: Prunable): number {
  const large = listLarge(folder);
  const lastUse = new Map<string, JournalSegment>();
  const stepsOf = new Map(
    log.segments.map((segment) => [
      segment,
      log.stepsOf(segment).flatMap((id) => log.steps.get(id) ?? []),
    ]),
  );
  for (const [segment, steps] of stepsOf) {
    for (const hash of steps.flatMap(hashesOf)) lastUse.set(hash, segment);
  }
  /** A large content goes with the last segment that speaks of it. */
  const bytesOf = (segment: JournalSegment): number =>
    segment.bytes() +
    sum(large.map(({ hash, size }) => (lastUse.get(hash) === segment ? size : 0)));
  let total =
    sum(log.segments.map((segment) => segment.bytes())) + sum(large.map((each) => each.size));
  const removed = new Set<JournalSegment>();
  for (const segment of log.segments.slice(0, -1)) {
    const isOld = log.lastAt(segment) < now - retention.ageMsMax;
    if (!isOld && total <= retention.bytesMax) break;
    if (stepsOf.get(segment)?.some(({ outcome }) => outcome === 'open')) break;
    total -= bytesOf(segment);
    removed.add(segment);
  }
  for (const { number } of removed) {
    for (const ending of ['pack', 'steps'] as const) {
      rmSync(segmentFile(folder, number, ending), { force: true });
    }
  }
  if (removed.size === 0) return 0;
  for (const { hash, isNew } of large) {
    const last = lastUse.get(hash);
    const isUnused = last === undefined ? !isNew : removed.has(last);
    if (isUnused) rmSync(`${keptFolder(folder)}/${hash}`, { force: true });
  }
  return removed.size;
}

/** Every content that a step speaks of. */
export function statesOf(step: Step): State[] {
  return step.ops.flatMap((op) => {
    if (op.op === 'put') return op.before === null ? [op.after] : [op.before, op.after];
    if (op.op === 'remove') return [op.before];
    return op.op === 'move' && op.over !== null ? [op.over] : [];
  });
}

/** A content that is a file of its own. */
interface Large {
  readonly hash: string;
  readonly size: number;
  /** It is kept before the step that speaks of it begins, so one that is new may be needed yet. */
  readonly isNew: boolean;
}

const newMs = 60 * 60 * 1000;

function listLarge(folder: string): Large[] {
  return readdirSync(keptFolder(folder)).flatMap((hash) => {
    const stat = statSync(`${keptFolder(folder)}/${hash}`, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return [{ hash, size: stat.size, isNew: Date.now() - stat.ctimeMs < newMs }];
  });
}

export function largeBytes(folder: string): number {
  return sum(listLarge(folder).map(({ size }) => size));
}

function hashesOf(step: Step): string[] {
  return statesOf(step).flatMap((state) => (state.type === 'file' ? [state.hash] : []));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
