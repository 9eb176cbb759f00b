import { expect, test } from 'vitest';
import { harvest, openTestSession, openTestVault } from '../../../test/support/vault.ts';
import type { PathPolicy } from '../../contract/callers.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { bulkEdit } from './edit.ts';

const files = {
  'a.md': '---\ntags: [draft]\n---\ncolour one\n',
  'f/b.md': 'colour two #draft/x\r\n',
  'f/c.md': 'nothing\n',
};

async function open(policy: PathPolicy = {}) {
  const vault = await openTestVault(files);
  const session = openTestSession(vault, policy);
  const run = async (input: unknown, signal = AbortSignal.timeout(20_000)) => {
    const outcome = await session.dispatch(bulkEdit, input, signal);
    if (!outcome.ok) throw outcome.error;
    return outcome.output;
  };
  return { run, root: vault.root, history: session.view.history };
}

const spell = { type: 'replace', search: 'colour', replace: 'color' };

/** Runs an edit, compares what is different, takes it back as one step. */
const check = (name: string, input: unknown, after: Readonly<Record<string, string>>) =>
  test(name, async () => {
    const { run, root, history } = await open();
    expect(await run(input)).toMatchObject({ changed: Object.keys(after), dryRun: false });
    expect(harvest(root)).toEqual({ ...files, ...after });
    const [step, ...others] = history.log();
    expect(others).toEqual([]);
    await history.undo(step?.id ?? '');
    expect(harvest(root)).toEqual(files);
  });

check(
  'all notes with a tag, nested ones included',
  { where: { tag: 'draft' }, edit: spell },
  { 'a.md': '---\ntags: [draft]\n---\ncolor one\n', 'f/b.md': 'color two #draft/x\r\n' },
);
check(
  'what a query finds, within a folder',
  { where: { query: 'LIST', folder: 'f' }, edit: { type: 'append', content: 'end' } },
  { 'f/b.md': 'colour two #draft/x\r\nend', 'f/c.md': 'nothing\nend' },
);
check(
  'notes in which a text stands',
  { where: { text: 'COLOUR' }, edit: { type: 'setProperty', key: 'n', value: 1 } },
  {
    'a.md': '---\ntags: [draft]\nn: 1\n---\ncolour one\n',
    'f/b.md': '---\r\nn: 1\r\n---\r\ncolour two #draft/x\r\n',
  },
);
check(
  'a list, with several edits of one note and its version',
  {
    edits: [
      { path: 'a.md', expectedHash: hashOf(Buffer.from(files['a.md'])), edit: spell },
      { path: 'a.md', edit: { type: 'removeTags', tags: ['draft'] } },
      { path: 'f/c.md', edit: { type: 'write', content: 'new' } },
    ],
  },
  { 'a.md': 'color one\n', 'f/c.md': 'new' },
);
check(
  'patterns run with their groups',
  {
    where: { text: 'colour' },
    edit: { ...spell, search: 'col(o)ur', replace: '$1', useRegex: true },
  },
  { 'a.md': '---\ntags: [draft]\n---\no one\n', 'f/b.md': 'o two #draft/x\r\n' },
);

test('a dry run answers with a unified diff and changes nothing', async () => {
  const { run, root } = await open();
  const output = await run({ where: { text: 'colour' }, edit: spell, dryRun: true });
  expect(output).toMatchObject({ changed: ['a.md', 'f/b.md'], unchanged: 0, dryRun: true });
  expect(output).toHaveProperty('diff');
  expect(JSON.stringify(output)).toContain('-colour one\\n+color one');
  expect(harvest(root)).toEqual(files);
});

const fails = (name: string, input: unknown, code: string) =>
  test(name, async () => {
    const { run, root, history } = await open({ write: ['f'] });
    await expect(run(input)).rejects.toMatchObject({ code });
    expect(harvest(root)).toEqual(files);
    expect(history.log()).toEqual([]);
  });

fails(
  'another count than expected changes nothing',
  { where: { folder: 'f' }, edit: spell, expectedCount: 2 },
  'invalid-input',
);
fails(
  'one note that has changed since stops all',
  {
    edits: [
      { path: 'f/b.md', edit: spell },
      { path: 'f/c.md', expectedHash: 'other', edit: { type: 'append', content: 'x' } },
    ],
  },
  'changed-on-disk',
);
fails(
  'one note that is not writable stops all',
  { where: { text: 'colour' }, edit: spell },
  'forbidden',
);
fails(
  'one note that is missing stops all',
  {
    edits: [
      { path: 'f/b.md', edit: spell },
      { path: 'f/x.md', edit: spell },
    ],
  },
  'not-found',
);
fails('a choice without an edit', { where: { tag: 'draft' } }, 'invalid-input');
fails('nothing chosen', { where: {}, edit: spell }, 'invalid-input');
fails(
  'a pattern that may never end',
  { where: { folder: 'f' }, edit: { ...spell, search: '(a+)+$', useRegex: true } },
  'invalid-input',
);

test('a call that is given up before the commit changes nothing', async () => {
  const { run, root, history } = await open();
  const stop = new AbortController();
  const running = run(
    { where: { folder: '' }, edit: { type: 'append', content: 'x' } },
    stop.signal,
  );
  stop.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(harvest(root)).toEqual(files);
  expect(history.log()).toEqual([]);
});
