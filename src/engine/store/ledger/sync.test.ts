import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openMachine, type TestMachine } from '../../../../test/support/machines.ts';
import { MemoryLedger } from '../../../../test/support/memory-ledger.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { hashOf } from '../vault/hash.ts';
import { LedgerAway } from './ledger.ts';

const write = (machine: TestMachine, path: string, text: string) =>
  machine.view.vault.write(p(path), Buffer.from(text));
const edit = ({ root }: TestMachine, path: string, text: string) =>
  writeFileSync(join(root, path), text);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (thrown) => (isVaultError(thrown) ? thrown.code : String(thrown)),
  );
const copyOf = (name: string, machine: string) => `${name} (conflict, ${machine}, 2026-11-18).md`;

/** Two machines that agree on these files. */
async function pair(files: Record<string, string> = {}) {
  const ledger = new MemoryLedger();
  const one = await openMachine(ledger.connect(), 'one', files);
  await one.sync();
  const two = await openMachine(ledger.connect(), 'two');
  await two.sync();
  expect(two.files()).toEqual(files);
  return { ledger, one, two };
}

/** Both have everything, and the ledger has the same. */
async function settle({ ledger, one, two }: Awaited<ReturnType<typeof pair>>) {
  for (const machine of [one, two, one, two]) await machine.sync();
  expect(one.files()).toEqual(two.files());
  const shared = Object.fromEntries(
    [...ledger.heads].flatMap(([path, { version }]) =>
      version === 'folder' ? [] : [[path, ledger.blobs.get(version)?.toString()]],
    ),
  );
  expect(
    Object.fromEntries(Object.entries(one.files()).filter(([, text]) => text !== null)),
  ).toEqual(shared);
  return one.files();
}

test('what one machine writes comes to the other as a step of its origin, which it can undo', async () => {
  const both = await pair();
  const { step = '' } = await write(both.one, 'd/a.md', 'hello\n');
  expect(both.ledger.head).toBe(1);
  await both.two.sync();
  expect(both.two.files()).toEqual({ 'd/a.md': 'hello\n' });
  expect(both.two.view.history.find(step)).toMatchObject({ client: 'one', machine: 'one' });
  await both.two.view.history.undo(step);
  expect(await settle(both)).toEqual({});
});

test('of two writers with the same precondition on two machines exactly one wins', async () => {
  const both = await pair({ 'a.md': 'old\n' });
  const expectOld = { expect: { hash: hashOf(Buffer.from('old\n')) } };
  const outcomes = await Promise.all(
    [both.one, both.two].map((machine, index) =>
      codeOf(machine.view.vault.write(p('a.md'), Buffer.from(`new ${index}\n`), expectOld)),
    ),
  );
  expect(outcomes.sort()).toEqual(['changed-on-disk', 'done']);
  await settle(both);
});

test('a stale plan is made again on what the other machine wrote', async () => {
  const both = await pair({ 'a.md': 'start\n' });
  await both.one.view.vault.append(p('a.md'), Buffer.from('one\n'));
  await both.two.view.vault.append(p('a.md'), Buffer.from('two\n'));
  expect(await settle(both)).toEqual({ 'a.md': 'start\none\ntwo\n' });
});

test('moves of files and folders arrive as moves', async () => {
  const both = await pair({ 'd/a.md': 'a\n', 'd/e/b.md': 'b\n', 'c.md': 'c\n' });
  await both.one.view.vault.rename(p('d'), p('moved'));
  await both.one.view.vault.rename(p('c.md'), p('moved/c.md'));
  await both.one.view.vault.makeFolder(p('empty'));
  expect(await settle(both)).toEqual({
    'moved/a.md': 'a\n',
    'moved/e/b.md': 'b\n',
    'moved/c.md': 'c\n',
    empty: null,
  });
});

test('edits, renames and deletes by other programs become steps', async () => {
  const both = await pair({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  edit(both.one, 'a.md', 'A\n');
  rmSync(join(both.one.root, 'b.md'));
  renameSync(join(both.one.root, 'c.md'), join(both.one.root, 'd.md'));
  mkdirSync(join(both.one.root, 'new'));
  edit(both.one, 'new/e.md', 'e\n');
  await both.one.sync();
  const renamed = both.ledger.entries.find(({ why }) => why === 'move c.md to d.md');
  expect(renamed?.changes.map(({ path, from }) => [path, from])).toEqual([
    ['c.md', undefined],
    ['d.md', 'c.md'],
  ]);
  expect(await settle(both)).toEqual({ 'a.md': 'A\n', 'd.md': 'c\n', 'new/e.md': 'e\n' });
  const [step] = both.one.view.history.log({ path: p('a.md') });
  expect(step).toMatchObject({ client: 'folder', why: 'edit a.md' });
  await both.one.view.history.undo(step?.id ?? '');
  expect(await settle(both)).toMatchObject({ 'a.md': 'a\n' });
});

test('edits of one note on two machines are joined', async () => {
  const both = await pair({ 'a.md': '---\nx: 1\ny: 1\n---\none\ntwo\nthree\n' });
  await write(both.two, 'a.md', '---\nx: 2\ny: 1\n---\nONE\ntwo\nthree\n');
  edit(both.one, 'a.md', '---\nx: 1\ny: 2\n---\none\ntwo\nTHREE\n');
  expect(await settle(both)).toEqual({ 'a.md': '---\nx: 2\ny: 2\n---\nONE\ntwo\nTHREE\n' });
});

test('what does not merge is kept twice, and the status names the copy', async () => {
  const both = await pair({ 'a.md': 'old\n', 'p.png': 'old\0' });
  await write(both.two, 'a.md', 'theirs\n');
  await write(both.two, 'p.png', 'theirs\0');
  edit(both.one, 'a.md', 'ours\n');
  edit(both.one, 'p.png', 'ours\0');
  expect(await settle(both)).toEqual({
    'a.md': 'theirs\n',
    [copyOf('a', 'one')]: 'ours\n',
    'p.png': 'theirs\0',
    'p (conflict, one, 2026-11-18).png': 'ours\0',
  });
  expect(both.one.engine.sharing?.status().conflicts).toHaveLength(2);
  expect(both.two.engine.sharing?.status().conflicts).toEqual([]);
});

test('two files that a rename displaces are both kept', async () => {
  const both = await pair({ 'a.md': 'old\n' });
  renameSync(join(both.one.root, 'a.md'), join(both.one.root, 'b.md'));
  edit(both.one, 'b.md', 'theirs\n');
  await both.one.sync();
  edit(both.two, 'a.md', 'ours\n');
  edit(both.two, 'b.md', 'another note\n');
  expect(await settle(both)).toEqual({
    'b.md': 'theirs\n',
    [copyOf('b', 'two')]: 'another note\n',
    'b (conflict, two, 2026-11-18) 2.md': 'ours\n',
  });
});

test('what a program writes to a note that another machine has just changed reaches both', async () => {
  const both = await pair({ 'a.md': 'one\ntwo\nthree\n' });
  await write(both.one, 'a.md', 'ONE\ntwo\nthree\n');
  const program = openSync(join(both.two.root, 'a.md'), 'r+');
  await both.two.sync();
  writeSync(program, 'one\ntwo\nTHREE\n');
  closeSync(program);
  await both.two.engine.close();
  const { root, stateDir } = both.two;
  const two = await openMachine(both.ledger.connect(), 'two', {}, { root, stateDir });
  expect(await settle({ ...both, two })).toEqual({ 'a.md': 'ONE\ntwo\nTHREE\n' });
});

test('an edit wins over a delete, on either side', async () => {
  const both = await pair({ 'a.md': 'a\n', 'b.md': 'b\n' });
  await both.two.view.vault.remove(p('a.md'));
  edit(both.one, 'a.md', 'edited\n');
  await write(both.two, 'b.md', 'edited\n');
  rmSync(join(both.one.root, 'b.md'));
  expect(await settle(both)).toEqual({ 'a.md': 'edited\n', 'b.md': 'edited\n' });
});

test('an edit follows a file that the other machine renamed', async () => {
  const both = await pair({ 'a.md': '1\n2\n3\n', 'b.md': '1\n2\n3\n' });
  await both.two.view.vault.rename(p('a.md'), p('x/a.md'));
  edit(both.one, 'a.md', '1\n2\nthree\n');
  await write(both.two, 'b.md', 'one\n2\n3\n');
  renameSync(join(both.one.root, 'b.md'), join(both.one.root, 'c.md'));
  expect(await settle(both)).toEqual({ 'x/a.md': '1\n2\nthree\n', 'c.md': 'one\n2\n3\n' });
});

test('a file and a folder of one name are both kept', async () => {
  const both = await pair();
  await write(both.two, 'a/b.md', 'theirs\n');
  edit(both.one, 'a', 'ours\n');
  await write(both.two, 'c', 'theirs\n');
  mkdirSync(join(both.one.root, 'c'));
  edit(both.one, 'c/d.md', 'ours\n');
  expect(await settle(both)).toEqual({
    'a/b.md': 'theirs\n',
    'a (conflict, one, 2026-11-18)': 'ours\n',
    c: 'theirs\n',
    'c (conflict, one, 2026-11-18)/d.md': 'ours\n',
  });
});

test('names that collide on some system are refused, and renamed when another program made them', async () => {
  const both = await pair({ 'Note.md': 'a\n' });
  expect(await codeOf(write(both.two, 'note.md', 'b\n'))).toBe('already-exists');
  expect(both.two.files()).toEqual({ 'Note.md': 'a\n' });
  edit(both.one, 'note.md', 'c\n');
  expect(await settle(both)).toEqual({ 'Note.md': 'a\n', [copyOf('note', 'one')]: 'c\n' });
});

test('a folder whose name collides is renamed with all that another program put into it', async () => {
  const both = await pair({ 'Projects/a.md': 'a\n', 'b.md': 'b\n' });
  mkdirSync(join(both.one.root, 'projects/2026'), { recursive: true });
  edit(both.one, 'projects/2026/c.md', 'c\n');
  edit(both.one, 'projects/d.md', 'd\n');
  renameSync(join(both.one.root, 'b.md'), join(both.one.root, 'projects/b.md'));
  // As after an event of the watcher: only these paths are compared.
  both.one.engine.sharing?.markDirty([p('b.md'), p('projects')]);
  await both.one.engine.sharing?.sync();
  expect(both.ledger.heads.has(p('b.md'))).toBe(false);
  const copy = 'projects (conflict, one, 2026-11-18)';
  expect(await settle(both)).toEqual({
    'Projects/a.md': 'a\n',
    [`${copy}/2026/c.md`]: 'c\n',
    [`${copy}/b.md`]: 'b\n',
    [`${copy}/d.md`]: 'd\n',
  });
});

test('what is deleted from the trash is shared as well', async () => {
  const both = await pair({ '.trash/a.md': 'a\n' });
  mkdirSync(join(both.one.root, '.trash/.trash'));
  renameSync(join(both.one.root, '.trash/a.md'), join(both.one.root, '.trash/.trash/a.md'));
  await both.one.sync();
  await both.two.sync();
  expect(both.two.files()).toEqual({ '.trash/.trash/a.md': 'a\n' });
});

test('files of the device and links stay on it', async () => {
  const both = await pair({ 'a.md': 'a\n' });
  mkdirSync(join(both.one.root, '.obsidian'));
  edit(both.one, '.obsidian/workspace.json', '{}');
  edit(both.one, '.obsidian/app.json', '{}');
  mkdirSync(join(both.one.root, '.git'));
  edit(both.one, '.git/HEAD', 'x');
  await write(both.one, '.obsidian/workspace-mobile.json', '{}');
  await both.one.sync();
  await both.two.sync();
  expect(both.two.files()).toEqual({ 'a.md': 'a\n', '.obsidian/app.json': '{}' });
});

test('while the ledger is away nothing is written, and what was edited meanwhile is taken in later', async () => {
  const both = await pair({ 'a.md': 'a\n' });
  both.ledger.isAway = true;
  expect(await codeOf(write(both.one, 'a.md', 'b\n'))).toBe('unavailable');
  expect(both.one.files()).toEqual({ 'a.md': 'a\n' });
  edit(both.one, 'a.md', 'outside\n');
  expect(await codeOf(both.one.sync())).toBe('unavailable');
  expect(both.one.engine.sharing?.status()).toMatchObject({ state: 'away' });
  both.ledger.isAway = false;
  expect(await settle(both)).toEqual({ 'a.md': 'outside\n' });
});

test('a link that breaks in a commit: the ledger is asked, and the step is there once', async () => {
  const both = await pair({ 'a.md': 'a\n' });
  let cuts = 0;
  both.ledger.onCommit = (work) => {
    const outcomes = work();
    if (cuts++ === 0) throw new LedgerAway('cut');
    return outcomes;
  };
  expect(await codeOf(write(both.one, 'a.md', 'b\n'))).toBe('unavailable');
  expect(both.one.files()).toEqual({ 'a.md': 'a\n' });
  expect(await settle(both)).toEqual({ 'a.md': 'b\n' });
  expect(both.ledger.head).toBe(2);
});

test('a machine that was off for so long that history was pruned compares everything', async () => {
  const both = await pair({ 'a.md': '1\n2\n3\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  await write(both.one, 'a.md', 'one\n2\n3\n');
  await both.one.view.vault.remove(p('b.md'));
  await both.ledger.connect().prune({ ageMsMax: 0, bytesMax: 0 });
  edit(both.two, 'c.md', 'edited\n');
  expect(await settle(both)).toEqual({ 'a.md': 'one\n2\n3\n', 'c.md': 'edited\n' });
});

test('a ledger that was restored from a backup gets back what this machine still has', async () => {
  const both = await pair({ 'a.md': 'a\n' });
  const backup = { entries: [...both.ledger.entries], heads: new Map(both.ledger.heads) };
  await write(both.one, 'a.md', 'newer\n');
  await write(both.one, 'b.md', 'b\n');
  await both.two.sync();
  both.ledger.entries.splice(0, Infinity, ...backup.entries);
  both.ledger.heads.clear();
  for (const [path, head] of backup.heads) both.ledger.heads.set(path, head);
  const folders = { root: both.two.root, stateDir: both.two.stateDir };
  const again = await openMachine(both.ledger.connect(), 'two', {}, folders);
  await again.sync();
  expect(again.files()).toEqual({ 'a.md': 'newer\n', 'b.md': 'b\n' });
  expect([...both.ledger.heads.keys()].sort()).toEqual(['a.md', 'b.md']);
});

test('a machine whose disk was restored from a backup catches up', async () => {
  const { ledger, one, two } = await pair({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const { root, stateDir } = one;
  const backup = freshFolder();
  cpSync(root, join(backup, 'root'), { recursive: true, preserveTimestamps: true });
  cpSync(stateDir, join(backup, 'state'), { recursive: true });
  await write(two, 'a.md', 'c\n');
  await write(one, 'b.md', 'edited\n');
  await one.sync();
  const files = { 'a.md': 'c\n', 'b.md': 'edited\n' };
  let current = one;
  const restore = (folder: string, part: string) => {
    rmSync(folder, { recursive: true });
    cpSync(join(backup, part), folder, { recursive: true, preserveTimestamps: true });
  };
  // First the whole disk; then only the state, so that the folder is ahead of its cursor.
  for (const isWhole of [true, false]) {
    await current.engine.close();
    if (isWhole) restore(root, 'root');
    restore(stateDir, 'state');
    current = await openMachine(ledger.connect(), 'one', {}, { root, stateDir });
    expect(await settle({ ledger, one: current, two })).toEqual(files);
  }
});

test('with clocks an hour apart the ledger orders what was done, and the status says which is off', async () => {
  const ledger = new MemoryLedger();
  const one = await openMachine(ledger.connect(), 'one', { 'a.md': 'old\n' });
  await one.sync();
  const two = await openMachine(ledger.connect(), 'two', {}, { aheadMs: -3_600_000 });
  await two.sync();
  const { step: first = '' } = await write(one, 'a.md', 'one\n');
  const { step: second = '' } = await write(two, 'a.md', 'two\n');
  expect(second < first).toBe(true);
  expect(await settle({ ledger, one, two })).toEqual({ 'a.md': 'two\n' });
  for (const { view } of [one, two]) {
    const made = view.history.log({ path: p('a.md') });
    expect(made.slice(0, 2).map(({ id, machine }) => [id, machine])).toEqual([
      [second, 'two'],
      [first, 'one'],
    ]);
    const refused = await view.history.undo(first).catch((thrown) => thrown);
    expect(JSON.stringify(refused.about)).toContain(second);
  }
  for (const { engine } of [one, two]) await engine.sharing?.report();
  expect(one.engine.sharing?.status().clockOffMs).toBeUndefined();
  expect(two.engine.sharing?.status().clockOffMs).toBe(-3_600_000);
});

test('a folder whose files are all gone removes nothing for others', async () => {
  const both = await pair({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  for (const name of ['a.md', 'b.md', 'c.md']) rmSync(join(both.one.root, name));
  await both.one.sync();
  expect(both.one.engine.sharing?.status().vanished).toBe(3);
  await both.two.sync();
  expect(Object.keys(both.two.files())).toHaveLength(3);
});

test('a folder with notes joins: what is equal stays, what differs is kept twice', async () => {
  const { ledger, one } = await pair({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const files = { 'a.md': 'a\n', 'b.md': 'other\n', 'c.md': 'c\n' };
  const two = await openMachine(ledger.connect(), 'two', files);
  await two.sync();
  expect(await settle({ ledger, one, two })).toEqual({
    'a.md': 'a\n',
    'b.md': 'b\n',
    [copyOf('b', 'two')]: 'other\n',
    'c.md': 'c\n',
  });
});
