import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { openJournal } from '../journal/journal.ts';
import { decodeRecord, encodeRecord } from '../journal/record.ts';
import { openRoot } from '../vault/anchor.ts';
import { hashOf } from '../vault/hash.ts';
import { recover } from './recover.ts';

const path = parseVaultPath('a.md');
const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };
const open = (folder: string) =>
  openJournal({ folder, durability: 'rename', retention, now: () => 0 });

function put(from: string, to: string) {
  const state = (text: string) =>
    ({ type: 'file', hash: hashOf(Buffer.from(text)), mode: 0o644, size: text.length }) as const;
  return { op: 'put', path, before: state(from), after: state(to) } as const;
}

/** A start of the machine that came after all that the test did. */
const later = () => Date.now() + 60_000;

/** Steps as [from, to]; those without an end were left open by a process that is dead by now. */
async function recovered(
  steps: readonly (readonly [from: string, to: string, ended?: boolean])[],
  onDisk: string,
  {
    bootedAt,
    meanwhile = () => {},
  }: { bootedAt?: number; meanwhile?: (file: string) => void } = {},
) {
  const [root, folder] = [freshFolder(), freshFolder()];
  writeFileSync(join(root, path), onDisk);
  const journal = open(folder);
  for (const [n, [from, to, ended]] of steps.entries()) {
    const contents = new Map(
      [from, to].map((text) => [hashOf(Buffer.from(text)), Buffer.from(text)]),
    );
    const step = {
      id: `${n}`,
      at: Date.now() + n,
      protocol: 'local',
      client: 'c',
      why: 'w',
    } as const;
    await journal.begin({ ...step, ops: [put(from, to)] }, contents);
    if (ended) await journal.end(`${n}`, 'done');
  }
  journal.close();
  buryOwner(join(folder, '000001.steps'));
  const again = open(folder);
  const exclusively: typeof again.exclusively = (job) => {
    meanwhile(join(root, path));
    return again.exclusively(job);
  };
  await recover(openRoot(root), { ...again, exclusively }, { bootedAt });
  const outcomes = again.steps().map(({ outcome }) => outcome);
  again.close();
  return { outcomes, text: readFileSync(join(root, path), 'utf8') };
}

/** Lets every step be one of a process that cannot live. */
function buryOwner(file: string): void {
  const records = readFileSync(file, 'utf8').trimEnd().split('\n').map(decodeRecord);
  const buried = records.flatMap((record) => {
    if (record === undefined) return [];
    return encodeRecord(record.t === 'begin' ? { ...record, owner: '99999999' } : record);
  });
  writeFileSync(file, buried.join(''));
}

test.each([
  ['a step that was not in place yet is finished', [['x', 'y']], 'x', 'y', ['done']],
  ['a step that was in place is done', [['x', 'y']], 'y', 'y', ['done']],
  ['an edit of somebody else is left alone', [['x', 'y']], 'other', 'other', ['aborted']],
  [
    'a step that a later one built on was in place',
    [
      ['x', 'y'],
      ['y', 'z', true],
    ],
    'z',
    'z',
    ['done', 'done'],
  ],
  [
    'a later step that brought the old text back is not overwritten',
    [
      ['x', 'y'],
      ['y', 'x', true],
    ],
    'x',
    'x',
    ['done', 'done'],
  ],
  [
    'a step that a later one did not find is not done any more',
    [
      ['x', 'y'],
      ['x', 'x2', true],
      ['x2', 'x', true],
    ],
    'x',
    'x',
    ['aborted', 'done', 'done'],
  ],
] as const)('%s', async (_name, steps, onDisk, text, outcomes) => {
  expect(await recovered(steps, onDisk)).toEqual({ outcomes, text });
});

const long = Array.from({ length: 1200 }, (_, n) => `line ${n}\n`).join('');
const zeros = (from: number, to: number) =>
  `${long.slice(0, from)}${'\0'.repeat(to - from)}${long.slice(to)}`;

test.each([
  ['nothing', '', true],
  ['its first block', long.slice(0, 4096), true],
  ['its length only', zeros(0, long.length), true],
  ['all but a block in the middle', zeros(4096, 8192), true],
  ['all but its end', zeros(8192, long.length), true],
  ['a text that somebody cut elsewhere', long.slice(0, 5000), false],
  ['a text that somebody went on with', `${long}more`, false],
  ['a text with a word that somebody changed', long.replace('line 7\n', 'Line 7\n'), false],
])('after a loss of power that left %s', async (_what, onDisk, isFinished) => {
  const { text, outcomes } = await recovered([['x', long]], onDisk, { bootedAt: later() });
  expect(text === long).toBe(isFinished);
  expect(text).toBe(isFinished ? long : onDisk);
  expect(outcomes).toEqual([isFinished ? 'done' : 'aborted']);
});

test('an edit that comes while a step is recovered is left alone', async () => {
  const edits = ['typed'];
  const meanwhile = (file: string) => {
    for (const edit of edits.splice(0)) writeFileSync(file, edit);
  };
  const { text, outcomes } = await recovered([['x', 'y']], 'x', { meanwhile });
  expect({ text, outcomes }).toEqual({ text: 'typed', outcomes: ['aborted'] });
});

test('what looks torn without a loss of power was made by somebody', async () => {
  const { text, outcomes } = await recovered([['x', long]], '');
  expect({ text, outcomes }).toEqual({ text: '', outcomes: ['aborted'] });
});

test('after a loss of power that took several steps on one file, the last one is there', async () => {
  const steps = [
    ['x', 'y'],
    ['y', 'z'],
    ['z', long],
  ] as const;
  for (const onDisk of ['x', 'y', 'z', '', long.slice(0, 4096), long]) {
    const { text, outcomes } = await recovered(steps, onDisk, { bootedAt: later() });
    expect({ text, outcomes }).toEqual({ text: long, outcomes: ['done', 'done', 'done'] });
  }
});
