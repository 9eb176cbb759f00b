import { readdirSync, rmSync, statSync } from 'node:fs';
import type { State, Step } from './record.ts';
import type { Segment } from './segment.ts';
import { segmentFile } from './segment-files.ts';

/** How much history is kept. Whatever is over either bound goes, oldest first. */
export interface Retention {
  readonly ageMsMax: number;
  readonly bytesMax: number;
}

interface Prunable {
  readonly folder: string;
  readonly segments: readonly Segment[];
  /** Steps by id; those of removed segments are taken out. */
  readonly steps: Map<string, Step>;
  /** The ids of the steps of a segment. */
  stepsOf(segment: Segment): readonly string[];
  readonly retention: Retention;
  readonly now: number;
}

/** Removes whole segments from the old end. The newest one and those with open steps stay. */
export function pruneSegments(prunable: Prunable): number {
  const { folder, segments, steps, stepsOf, retention, now } = prunable;
  const sizes = new Map(segments.map((segment) => [segment, sizeOf(folder, segment)]));
  let total = [...sizes.values()].reduce((sum, size) => sum + size, largeBytes(folder));
  let removed = 0;
  for (const segment of segments.slice(0, -1)) {
    const own = stepsOf(segment).flatMap((id) => steps.get(id) ?? []);
    const tooOld = own.every(({ at }) => at < now - retention.ageMsMax);
    if (!tooOld && total <= retention.bytesMax) break;
    if (own.some(({ outcome }) => outcome === 'open')) break;
    for (const { id } of own) steps.delete(id);
    for (const ending of ['pack', 'steps'] as const) {
      rmSync(segmentFile(folder, segment.number, ending), { force: true });
    }
    total -= sizes.get(segment) ?? 0;
    removed++;
  }
  if (removed > 0) dropUnusedLarge(folder, steps.values());
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

function dropUnusedLarge(folder: string, steps: Iterable<Step>): void {
  const used = new Set<string>();
  for (const step of steps) {
    for (const state of statesOf(step)) if (state.type === 'file') used.add(state.hash);
  }
  for (const name of readdirSync(`${folder}/large`)) {
    if (!used.has(name)) rmSync(`${folder}/large/${name}`, { force: true });
  }
}

function sizeOf(folder: string, { number }: Segment): number {
  return (
    statSync(segmentFile(folder, number, 'steps')).size +
    statSync(segmentFile(folder, number, 'pack')).size
  );
}

export function largeBytes(folder: string): number {
  return readdirSync(`${folder}/large`).reduce(
    (sum, name) =>
      sum + (statSync(`${folder}/large/${name}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
