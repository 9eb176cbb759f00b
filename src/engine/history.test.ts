import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caller, freshFolder, harvest, openTestVault } from '../../test/support/vault.ts';
import { isVaultError } from '../contract/errors.ts';
import { parseVaultPath as p } from '../contract/paths.ts';
import { openEngine, type View } from './engine.ts';

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

test('undo after somebody else changed the file is refused and changes nothing', async () => {
  const { engine, root } = await openTestVault(start);
  const { vault, history } = engine.as(caller());
  const { step = '' } = await vault.write(p('a.md'), Buffer.from('mine'));
  writeFileSync(join(root, 'a.md'), 'theirs');
  await expect(history.undo(step)).rejects.toMatchObject({
    code: 'changed-on-disk',
    about: { data: { changed: ['a.md'] } },
  });
  expect(harvest(root)['a.md']).toBe('theirs');
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
  expect(step).toMatchObject({ door: 'local', client: 'cursor', why: 'try it', outcome: 'done' });
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
