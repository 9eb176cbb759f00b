import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { caller, freshFolder, harvest, openTestVault } from '../../../../test/support/vault.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { openEngine } from '../../engine.ts';
import type { View } from '../../view.ts';

const start = { 'a.md': 'a\r\n', 'd/b.md': 'b', 'd/e/c.md': '\ufeffc', empty: null };
const names = ['a.md', 'd/b.md', 'd/e/c.md', 'new.md', 'x/y/z.md', 'd', 'd/e', 'empty', 'x', 'd2'];

type Action = {
  readonly kind: number;
  readonly one: number;
  readonly two: number;
  readonly text: string;
};

const actions = fc.array(
  fc.record({
    kind: fc.nat({ max: 8 }),
    one: fc.nat({ max: names.length - 1 }),
    two: fc.nat({ max: names.length - 1 }),
    text: fc.string({ maxLength: 20 }),
  }),
  { maxLength: 12 },
);

/** Tries one action; what is refused changes nothing and is passed over. */
async function act({ vault }: View, { kind, one, two, text }: Action): Promise<void> {
  const [path, other] = [p(names[one] ?? ''), p(names[two] ?? '')];
  const bytes = Buffer.from(text);
  try {
    if (kind === 0) await vault.write(path, bytes);
    else if (kind === 1) await vault.append(path, bytes);
    else if (kind === 2) await vault.remove(path);
    else if (kind === 3) await vault.removeFolder(path, { recursive: true });
    else if (kind === 4) await vault.rename(path, other);
    else if (kind === 5) await vault.copy(path, other);
    else if (kind === 6) await vault.trash(path);
    else if (kind === 7) await vault.makeFolder(path, { recursive: true });
    else {
      const write = { kind: 'write' as const, path, bytes };
      await vault.apply([write, { kind: 'move', path, to: other }], { why: 'both' });
    }
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
  }
}

test('any sequence of changes, undone from the last to the first, gives the first bytes back', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      const { engine, root } = await openTestVault(start);
      const view = engine.as(caller());
      for (const action of list) await act(view, action);
      for (const { id } of view.history.log()) await view.history.undo(id);
      expect(harvest(root)).toEqual(start);
    }),
    { numRuns: 60 },
  );
});

test('undo can be undone', async () => {
  const { engine, root } = await openTestVault(start);
  const { vault, history } = engine.as(caller());
  const { step = '' } = await vault.write(p('a.md'), Buffer.from('new'));
  const { id = '' } = await history.undo(step);
  expect(harvest(root)['a.md']).toBe('a\r\n');
  await history.undo(id);
  expect(harvest(root)['a.md']).toBe('new');
  expect(history.log().map(({ undoes }) => undoes)).toEqual([id, step, undefined]);
});

test('modes and links come back with undo', async () => {
  const { engine, root } = await openTestVault(start);
  chmodSync(join(root, 'a.md'), 0o600);
  symlinkSync('a.md', join(root, 'l'));
  const { vault, history } = engine.as(caller());
  await vault.remove(p('l'));
  await vault.remove(p('a.md'));
  for (const { id } of history.log()) await history.undo(id);
  expect(statSync(join(root, 'a.md')).mode & 0o777).toBe(0o600);
  expect(harvest(root)).toEqual({ ...start, l: '→ a.md' });
});

const lines = (...list: string[]) => list.map((line) => `${line}\n`).join('');

test('undo takes the change out and keeps what others changed elsewhere', async () => {
  const { engine, root } = await openTestVault({ 'a.md': lines('one', 'two', 'three', 'four') });
  const { vault, history } = engine.as(caller());
  const mine = lines('ONE', 'two', 'three', 'four');
  const { step = '' } = await vault.write(p('a.md'), Buffer.from(mine));
  writeFileSync(join(root, 'a.md'), lines('ONE', 'two', 'three', 'FOUR'));
  await history.undo(step);
  expect(harvest(root)['a.md']).toBe(lines('one', 'two', 'three', 'FOUR'));
});

test('undo of a place that others changed says where, and changes nothing', async () => {
  const { engine, root } = await openTestVault({ 'a.md': lines('one', 'two'), 'b.md': 'b' });
  const { vault, history } = engine.as(caller());
  const { id = '' } = await vault.apply(
    [
      { kind: 'write', path: p('b.md'), bytes: Buffer.from('B') },
      { kind: 'write', path: p('a.md'), bytes: Buffer.from(lines('one', 'mine')) },
    ],
    { why: 'both' },
  );
  writeFileSync(join(root, 'a.md'), lines('one', 'theirs'));
  await expect(history.undo(id)).rejects.toMatchObject({
    code: 'changed-on-disk',
    message: expect.stringContaining('"a.md" (line 2)'),
    about: { data: { changed: [{ path: 'a.md', lines: [{ start: 1, end: 2 }] }] } },
  });
  expect(harvest(root)).toEqual({ 'a.md': lines('one', 'theirs'), 'b.md': 'B' });
});

test('a file that others changed since it was created stays, and so does one that took its place', async () => {
  const { engine, root } = await openTestVault({ 'old.md': 'old' });
  const { vault, history } = engine.as(caller());
  const created = await vault.write(p('new.md'), Buffer.from('new'));
  writeFileSync(join(root, 'new.md'), 'theirs');
  await expect(history.undo(created.step ?? '')).rejects.toMatchObject({ code: 'changed-on-disk' });
  const removed = await vault.remove(p('old.md'));
  writeFileSync(join(root, 'old.md'), 'theirs');
  await expect(history.undo(removed.id ?? '')).rejects.toMatchObject({ code: 'changed-on-disk' });
  expect(harvest(root)).toEqual({ 'new.md': 'theirs', 'old.md': 'theirs' });
});

test('a file comes back as it was at a time, also after it was moved or deleted', async () => {
  let now = 1000;
  const { engine, root } = await openTestVault({ 'a.md': 'first' }, { clock: { now: () => now } });
  const { vault, history } = engine.as(caller());
  const at = async (time: number, run: () => Promise<unknown>) => {
    now = time;
    await run();
  };
  await at(2000, () => vault.write(p('a.md'), Buffer.from('second')));
  await at(3000, () => vault.write(p('a.md'), Buffer.from('third')));
  await at(4000, () => vault.remove(p('a.md')));
  expect(history.deleted()).toMatchObject([{ path: 'a.md', at: 4000, size: 5 }]);
  for (const [time, text] of [
    [3500, 'third'],
    [2500, 'second'],
    [1500, 'first'],
  ] as const) {
    now = 5000;
    await history.restore(p('a.md'), time);
    expect(harvest(root)).toEqual({ 'a.md': text });
  }
  expect(history.deleted()).toEqual([]);
  await expect(history.restore(p('never.md'), 1)).rejects.toMatchObject({ code: 'not-found' });
});

test('history survives a restart and says who, when and why', async () => {
  const { engine, root, stateDir } = await openTestVault(start);
  await engine.as(caller({ hidden: true }, 'cursor')).vault.write(p('a.md'), Buffer.from('1'), {
    why: 'try it',
  });
  await engine.close();
  const again = await openEngine({ root, stateDir });
  const { history } = again.as(caller());
  const [step] = history.log({ path: p('a.md'), client: 'cursor' });
  expect(step).toMatchObject({
    protocol: 'local',
    client: 'cursor',
    why: 'try it',
    outcome: 'done',
  });
  expect(history.log({ path: p('d') })).toEqual([]);
  await history.undo(step?.id ?? '');
  expect(harvest(root)).toEqual(start);
  await again.close();
});

test('a large file is kept without being copied, and comes back', async () => {
  const large = Buffer.alloc(600_000, 'large ');
  const { engine, root } = await openTestVault({ 'big.bin': large });
  const { vault, history } = engine.as(caller());
  const { step = '' } = await vault.write(p('big.bin'), Buffer.from('small'));
  await history.undo(step);
  expect(Buffer.from(harvest(root)['big.bin'] ?? '').equals(large)).toBe(true);
});

test('a change that changes nothing is no step', async () => {
  const { engine } = await openTestVault(start);
  const { vault, history } = engine.as(caller());
  const { step, hash } = await vault.write(p('a.md'), Buffer.from('a\r\n'));
  expect(step).toBeUndefined();
  expect(hash).toHaveLength(64);
  expect(history.log()).toEqual([]);
});

test('two engines on one vault share one history', async () => {
  const { engine, root, stateDir } = await openTestVault(start);
  const other = await openEngine({ root, stateDir, durability: 'rename' });
  const { step = '' } = await engine.as(caller()).vault.write(p('a.md'), Buffer.from('1'));
  await other.as(caller()).history.undo(step);
  expect(harvest(root)).toEqual(start);
  expect(engine.as(caller()).history.log()).toHaveLength(2);
  await other.close();
});

test('the state folder is closed to others', async () => {
  const stateDir = freshFolder();
  const { engine } = await openTestVault(start, { stateDir });
  expect(statSync(join(stateDir, engine.id)).mode & 0o777).toBe(0o700);
});

test('what a step says about itself is cut to a limit', async () => {
  const { engine } = await openTestVault({});
  const { vault, history } = engine.as(caller());
  await vault.write(p('a.md'), Buffer.from('a'), { why: 'w'.repeat(100_000) });
  expect(history.log()[0]?.why).toHaveLength(limits.stepWhyLengthMax);
});
