import type { Row } from './measure.ts';

/** Why a figure is missed, by the beginning of its row. Shown only while the row does miss it. */
const explanations: readonly (readonly [row: string, why: string])[] = [
  [
    'durable writes',
    'Sixteen bare threads that write a temporary file, sync it and rename it do less than we do: a write here also goes to the journal, compressed and synced, before its file is replaced, so that it can be undone and survives a loss of power. On a disk that syncs slowly we keep up, since the journal of all writes of a moment is one write and one sync; on a fast disk, around 5,000 syncs a second, our one thread of JavaScript is the limit, at about 0.3 ms a write. `durability = "rename"` in the configuration does without the wait, and survives a crash of the process but not a loss of power.',
  ],
];

export function findExplanation({ what }: Row): string | undefined {
  return explanations.find(([row]) => what.startsWith(row))?.[1];
}
