import { expect, test } from 'vitest';
import { noteA, repeatedNote, secondMark } from '../../../test/support/section-cases.ts';
import { harvest, openTestSession, openTestVault } from '../../../test/support/vault.ts';
import type { PathPolicy } from '../../contract/callers.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { queryRule, queryTable } from '../knowledge/query-hits.ts';
import { noteJson } from '../note/json.ts';
import { noteMap } from '../note/map.ts';
import { noteMatches } from '../note/matches.ts';
import type { Operation } from '../operation.ts';
import { sectionEdit } from './edit.ts';
import { sectionRead } from './read.ts';

const files = {
  'a.md': noteA,
  'b.md': '[[a#Sub]] and [[a#^p1]] and [[gone]]\n',
  'dup.md': repeatedNote,
  'broken.md': '---\na: [\n---\n',
  'secret/c.md': '[[a]] body\n',
};

async function open(policy: PathPolicy = {}) {
  const vault = await openTestVault(files);
  const session = openTestSession(vault, policy);
  const run = async (operation: Operation, input: unknown) => {
    const outcome = await session.dispatch(operation, input, AbortSignal.timeout(20_000));
    if (!outcome.ok) throw outcome.error;
    return outcome.output;
  };
  return { run, root: vault.root, history: session.view.history };
}

const heading = (target: readonly string[] | string) => ({
  path: 'a.md',
  targetType: 'heading',
  target,
});

test('an edit answers with the whole note, and is one step', async () => {
  const { run, root, history } = await open();
  const edit = { ...heading(['One', 'Sub']), operation: 'append', content: 'new' };
  const after = noteA.replace('^p1\n', '^p1\n\nnew\n');
  expect(await run(sectionEdit, edit)).toMatchObject({
    content: after,
    etag: hashOf(Buffer.from(after)),
    warnings: [],
  });
  expect(harvest(root)['a.md']).toBe(after);
  const [step, ...others] = history.log();
  expect(others).toEqual([]);
  await history.undo(step?.id ?? '');
  expect(harvest(root)).toEqual(files);
});

test('links in other notes follow a new name, in the same step', async () => {
  const { run, root, history } = await open();
  const edit = {
    ...heading(['One', 'Sub']),
    operation: 'replace',
    scope: 'marker',
    content: 'New',
  };
  expect(await run(sectionEdit, edit)).toMatchObject({
    content: noteA.replace('## Sub', '## New'),
  });
  const block = { path: 'a.md', targetType: 'block', target: 'p1' };
  await run(sectionEdit, { ...block, operation: 'replace', scope: 'marker', content: 'p2' });
  expect(harvest(root)['b.md']).toBe('[[a#New]] and [[a#^p2]] and [[gone]]\n');
  expect(history.log().length).toBe(2);
});

test('an edit of another version is refused, a new name too', async () => {
  const { run, root } = await open();
  const stale = { ifMatch: hashOf(Buffer.from('other')) };
  const rename = { operation: 'replace', scope: 'marker', content: 'New' };
  const edit = { operation: 'append', content: 'x' };
  for (const change of [rename, edit]) {
    await expect(
      run(sectionEdit, { ...heading(['One']), ...change, ...stale }),
    ).rejects.toMatchObject({ code: 'changed-on-disk' });
  }
  expect(harvest(root)).toEqual(files);
  const current = { ifMatch: hashOf(Buffer.from(noteA)) };
  await run(sectionEdit, { ...heading(['One']), ...rename, ...current });
});

test('a heading can be named by a text, loosely or not', async () => {
  const { run } = await open();
  const read = (more: object) => run(sectionRead, { ...heading('Sub'), ...more });
  expect(await read({ levels: 'absolute' })).toMatchObject({
    text: '\nsub body\n\npara with id ^p1\n\n',
  });
  await expect(read({ path: 'dup.md', target: 'L' })).rejects.toMatchObject({
    about: { reason: 'ambiguous-section' },
  });
  expect(await read({ path: 'dup.md', target: 'L', firstMatch: true })).toMatchObject({
    text: '\none\n\n',
  });
  expect(await read({ path: 'dup.md', target: [`L${secondMark}`] })).toMatchObject({
    text: '\ntwo\n',
  });
});

test('what is malformed names its member', async () => {
  const { run } = await open();
  const wrong = [
    { ...heading(['One']), operation: 'swap' },
    { ...heading(['One']), operation: 'append', content: 'x', colour: 'red' },
    { path: 'a.md', targetType: 'block', target: ['p1'], operation: 'delete' },
  ];
  for (const edit of wrong) {
    await expect(run(sectionEdit, edit)).rejects.toMatchObject({
      code: 'invalid-input',
      about: { data: { parameter: expect.any(String) } },
    });
  }
});

test('a map has the version of its note, and refuses broken properties', async () => {
  const { run } = await open();
  const etag = hashOf(Buffer.from(noteA));
  expect(await run(noteMap, { path: 'a.md', shape: 'flat' })).toMatchObject({
    headings: ['One', 'One::Sub', 'Two'],
    etag,
  });
  expect(await run(noteMap, { path: 'a.md', shape: 'nested' })).toMatchObject({
    headings: { One: { Sub: {} }, Two: {} },
    etag,
  });
  await expect(run(noteMap, { path: 'broken.md', shape: 'flat' })).rejects.toMatchObject({
    about: { reason: 'frontmatter-invalid' },
  });
});

test('a note as data has its links, but none that the caller may not see', async () => {
  const all = await open();
  expect(await all.run(noteJson, { path: 'a.md' })).toMatchObject({
    tags: ['work', 'work/deep'],
    frontmatter: { count: 3 },
    backlinks: ['b.md', 'secret/c.md'],
    etag: hashOf(Buffer.from(noteA)),
  });
  expect(await all.run(noteJson, { path: 'b.md' })).toMatchObject({
    links: ['a.md'],
    unresolvedLinks: ['gone'],
  });
  expect(await all.run(noteJson, { path: 'broken.md' })).toMatchObject({ frontmatter: {} });
  const some = await open({ deny: ['secret/**'] });
  expect(await some.run(noteJson, { path: 'a.md' })).toMatchObject({ backlinks: ['b.md'] });
});

test('words are found with every place, best first', async () => {
  const { run } = await open({ deny: ['secret/**'] });
  expect(await run(noteMatches, { query: 'BODY', contextLength: 5 })).toMatchObject({
    hits: [
      {
        path: 'a.md',
        matches: [{ subject: 'text', context: 'One\n\nbody of o'.slice(-14) }, { subject: 'text' }],
      },
    ],
  });
  const named = { hits: [{ path: 'dup.md', matches: [{ subject: 'name', start: 0, end: 3 }] }] };
  expect(await run(noteMatches, { query: 'dup', contextLength: 5 })).toMatchObject(named);
  expect(await run(noteMatches, { query: ' ', contextLength: 5 })).toEqual({ hits: [] });
});

test('rules and tables give hits, and only tables with files are taken', async () => {
  const { run } = await open();
  const rule = { '==': [{ var: 'frontmatter.status' }, 'open'] };
  expect(await run(queryRule, { logic: rule })).toEqual({
    hits: [{ filename: 'a.md', result: true }],
  });
  const query = 'TABLE status WHERE status';
  expect(await run(queryTable, { query })).toEqual({
    hits: [{ filename: 'a.md', result: { status: 'open' } }],
  });
  for (const other of ['LIST', 'TABLE WITHOUT ID status', 'TASK', 'nonsense']) {
    await expect(run(queryTable, { query: other })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  }
});
