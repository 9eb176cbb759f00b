import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caller, openTestVault } from '../../../test/support/vault.ts';
import type { PathPolicy } from '../../contract/callers.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';
import { hashOf } from '../store/vault/hash.ts';
import type { View } from '../view.ts';
import type { ListenOptions, VisibleChange } from './view-changes.ts';

const files = {
  'in/a.md': 'a',
  'in/d/b.md': 'b',
  'in/pic.png': 'p',
  'out/c.md': 'c',
  'out/d/e.md': 'e',
};
/** Of what is to be told, the hash is of this text. */
const of = (text: string) => ({ hash: hashOf(Buffer.from(text)) });

interface Case {
  readonly policy?: PathPolicy;
  readonly options?: ListenOptions;
  /** Somebody who may do everything changes something, by our protocol or on disk. */
  readonly act: (owner: View, root: string) => unknown;
  readonly told: readonly Record<string, unknown>[];
}

/** What a caller who reads only `in` hears. Whose step a change belongs to is another matter. */
async function check({ policy = { read: ['in'] }, options, act, told }: Case): Promise<void> {
  const { engine, root } = await openTestVault(files);
  const owner = engine.as(caller());
  await owner.known();
  const heard: VisibleChange[] = [];
  const stop = engine.as(caller(policy)).onChanges((batch) => heard.push(...batch), options);
  await act(owner, root);
  await owner.known();
  stop();
  await owner.vault.write(p('in/later.md'), Buffer.from('nobody listens'));
  expect(heard.map(({ origin, ...change }) => change)).toEqual(told);
}

const file = { type: 'file' };
const folder = { type: 'folder' };
const moving = (from: string, to: string) => (owner: View) => owner.vault.rename(p(from), p(to));
const movingOutside = (from: string, to: string) => (_: View, root: string) =>
  renameSync(join(root, from), join(root, to));

for (const [who, move] of Object.entries({ 'through us': moving, outside: movingOutside })) {
  test(`a note that moves out of view is gone, moved ${who}`, () =>
    check({
      act: move('in/a.md', 'out/a.md'),
      told: [{ kind: 'deleted', path: 'in/a.md', ...file }],
    }));

  test(`a note that moves into view is new, with its hash, moved ${who}`, () =>
    check({
      act: move('out/c.md', 'in/c.md'),
      told: [{ kind: 'created', path: 'in/c.md', ...file, ...of('c') }],
    }));

  test(`a note that moves within the view is renamed, moved ${who}`, () =>
    check({
      act: move('in/a.md', 'in/d/a.md'),
      told: [{ kind: 'renamed', path: 'in/a.md', newPath: 'in/d/a.md', ...file, ...of('a') }],
    }));

  test(`what moves elsewhere is not told, moved ${who}`, () =>
    check({ act: move('out/c.md', 'out/d/c.md'), told: [] }));
}

test('a folder that moves into view came with what is in it', () =>
  check({
    act: moving('out/d', 'in/e'),
    told: [{ kind: 'created', path: 'in/e', ...folder, withContents: true }],
  }));

test('a folder that moves out of view is gone', () =>
  check({
    act: moving('in/d', 'out/f'),
    told: [{ kind: 'deleted', path: 'in/d', ...folder }],
  }));

test('what is deleted is told to those who could see it', () =>
  check({
    async act({ vault }, root) {
      await vault.remove(p('in/a.md'));
      await vault.remove(p('out/c.md'));
      rmSync(join(root, 'in/pic.png'));
      rmSync(join(root, 'out/d/e.md'));
    },
    told: [
      { kind: 'deleted', path: 'in/a.md', ...file },
      { kind: 'deleted', path: 'in/pic.png', ...file },
    ],
  }));

test('where a deleted note is in the trash is told, another closed place is not', () =>
  check({
    policy: {},
    act: moving('in/a.md', '.trash/a.md'),
    told: [{ kind: 'deleted', path: 'in/a.md', ...file, wentTo: '.trash/a.md' }],
  }));

for (const when of ['seen', 'indexed'] as const) {
  test(`our own writes are told with their hash, when ${when}`, () =>
    check({
      options: { when },
      async act({ vault }) {
        await vault.write(p('in/a.md'), Buffer.from('new'));
        await vault.write(p('in/n.bin'), Buffer.from('bytes'));
        await vault.write(p('out/c.md'), Buffer.from('hidden'));
      },
      told: [
        { kind: 'modified', path: 'in/a.md', ...file, ...of('new') },
        { kind: 'created', path: 'in/n.bin', ...file, ...of('bytes') },
      ],
    }));
}

test('an edit from outside has the hash of what was read for the index, and what is no note has none', () =>
  check({
    act(_, root) {
      writeFileSync(join(root, 'in/a.md'), 'edited elsewhere');
      writeFileSync(join(root, 'out/c.md'), 'edited elsewhere');
      writeFileSync(join(root, 'in/pic.png'), 'no note is read');
    },
    told: [
      { kind: 'modified', path: 'in/a.md', ...file, ...of('edited elsewhere') },
      { kind: 'modified', path: 'in/pic.png', ...file },
    ],
  }));

test('a change that is told as soon as it is seen has no hash that nobody knows yet', () =>
  check({
    options: { when: 'seen' },
    act: (_, root) => writeFileSync(join(root, 'in/a.md'), 'edited elsewhere'),
    told: [{ kind: 'modified', path: 'in/a.md', ...file }],
  }));

test('a note whose bytes are no text has no hash', () =>
  check({
    act: (_, root) => writeFileSync(join(root, 'in/a.md'), Buffer.from([0x61, 0xff])),
    told: [{ kind: 'modified', path: 'in/a.md', ...file }],
  }));

test('hidden files, and what the ignore file closes, are told to those who see them', async () => {
  const act = async ({ vault }: View, root: string) => {
    mkdirSync(join(root, 'in/.hidden'));
    await vault.write(p('.vaultdignore'), Buffer.from('d/\n'));
    await vault.write(p('in/d/b.md'), Buffer.from('ignored'));
  };
  await check({ policy: {}, act, told: [] });
  await check({
    policy: { hidden: true, read: ['in'] },
    act: ({ vault }) => vault.write(p('in/.x.md'), Buffer.from('x')),
    told: [{ kind: 'created', path: 'in/.x.md', ...file, ...of('x') }],
  });
});

test('a change that was kept is seen by each caller as it would have heard it', async () => {
  const { engine } = await openTestVault(files);
  const paths = { path: p('in/a.md'), newPath: p('out/a.md') };
  const kept = { kind: 'renamed', type: 'file', ...paths } as const;
  const see = (policy: PathPolicy) => engine.as(caller(policy)).see(kept);
  expect(see({})).toEqual(kept);
  expect(see({ read: ['in'] })).toEqual({ kind: 'deleted', path: 'in/a.md', type: 'file' });
  expect(see({ read: ['out'] })).toEqual({ kind: 'created', path: 'out/a.md', type: 'file' });
  expect(see({ read: ['elsewhere'] })).toBeUndefined();
});
