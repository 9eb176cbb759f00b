import { expect, test } from 'vitest';
import { parseVaultPath } from '../../src/contract/paths.ts';
import {
  folderVersion,
  type Ledger,
  type LedgerStep,
  type Version,
} from '../../src/engine/store/ledger/ledger.ts';
import { hashOf } from '../../src/engine/store/vault/hash.ts';

type Change = readonly [path: string, before: Version, after: Version, from?: string];

let made = 0;

const stepOf = (changes: readonly Change[], id = `s${++made}`): LedgerStep => ({
  id,
  at: 1000,
  machine: 'one',
  protocol: 'local',
  client: 'test',
  why: `step ${id}`,
  changes: changes.map(([path, before, after, from]) => ({
    path: parseVaultPath(path),
    before,
    after,
    ...(from !== undefined && { from: parseVaultPath(from) }),
  })),
});

const [a, b] = [Buffer.from('a\n'), Buffer.from(`b\n${'long '.repeat(100)}`)];
const [hashA, hashB] = [hashOf(a), hashOf(b)];
const contents = new Map([
  [hashA, a],
  [hashB, b],
]);

/**
 * What every ledger has to do. `open` gives connections to one fresh vault, as two machines have
 * them; `declare` is `test`, or what leaves the cases out where no database can be had.
 */
export function ledgerConformance(
  open: () => Promise<() => Promise<Ledger>>,
  declare: (name: string, run: () => Promise<void>) => void = test,
): void {
  const check = (name: string, run: (one: Ledger, two: Ledger) => Promise<void>) =>
    declare(name, async () => {
      const connect = await open();
      const [one, two] = [await connect(), await connect()];
      try {
        await run(one, two);
      } finally {
        await Promise.all([one.close(), two.close()]);
      }
    });
  const commit = async (ledger: Ledger, ...changes: Change[]) =>
    (await ledger.commit([stepOf(changes)], contents))[0];
  const headsOf = async (ledger: Ledger) =>
    Object.fromEntries(
      (await ledger.heads(undefined, 100)).heads.map(({ path, version }) => [path, version]),
    );

  check('numbers begin at 1 and have no gaps, also after a stale step', async (one, two) => {
    expect(await commit(one, ['a.md', null, hashA])).toEqual({ outcome: 'committed', number: 1 });
    expect(await commit(two, ['a.md', null, hashB])).toEqual({ outcome: 'stale', paths: ['a.md'] });
    expect(await commit(two, ['a.md', hashA, hashB])).toEqual({ outcome: 'committed', number: 2 });
    expect(await headsOf(one)).toEqual({ 'a.md': hashB });
  });

  check('of two steps with the same predecessor exactly one wins', async (one, two) => {
    await commit(one, ['a.md', null, hashA]);
    const outcomes = await Promise.all([
      commit(one, ['a.md', hashA, hashB]),
      commit(two, ['a.md', hashA, null]),
    ]);
    expect(outcomes.map((each) => each?.outcome).sort()).toEqual(['committed', 'stale']);
  });

  check('a step that is sent again keeps its number', async (one, two) => {
    const step = stepOf([['a.md', null, hashA]]);
    expect(await one.outcome(step.id)).toBeUndefined();
    await one.commit([step], contents);
    await commit(one, ['a.md', hashA, null]);
    expect(await two.commit([step], contents)).toEqual([{ outcome: 'committed', number: 1 }]);
    expect(await two.outcome(step.id)).toBe(1);
    expect((await two.since(0, 10)).head).toBe(2);
  });

  check('steps of one commit have an outcome each', async (one) => {
    const steps = [
      stepOf([['a.md', null, hashA]]),
      stepOf([['a.md', null, hashB]]),
      stepOf([['b.md', null, hashB]]),
    ];
    const outcomes = await one.commit(steps, contents);
    expect(outcomes).toEqual([
      { outcome: 'committed', number: 1 },
      { outcome: 'stale', paths: ['a.md'] },
      { outcome: 'committed', number: 2 },
    ]);
  });

  check('a step of many paths is made as a whole or not at all', async (one) => {
    await commit(one, ['a.md', null, hashA]);
    const outcome = await commit(one, ['b.md', null, hashB], ['a.md', hashB, null]);
    expect(outcome).toEqual({ outcome: 'stale', paths: ['a.md'] });
    expect(await headsOf(one)).toEqual({ 'a.md': hashA });
  });

  check('steps come back as they were made, page by page', async (one, two) => {
    const first = stepOf([['d/a.md', null, hashA]]);
    const second = {
      ...stepOf([
        ['d/a.md', hashA, null],
        ['d/b.md', null, hashB, 'd/a.md'],
      ]),
      undoes: first.id,
    };
    await one.commit([first, second], contents);
    const page = await two.since(0, 1);
    expect(page).toEqual({ entries: [{ ...first, number: 1 }], head: 2, isPruned: false });
    expect((await two.since(1, 10)).entries).toEqual([{ ...second, number: 2 }]);
    expect((await two.since(2, 10)).entries).toEqual([]);
  });

  check('contents come back byte for byte', async (one, two) => {
    await commit(one, ['a.md', null, hashA], ['b.md', null, hashB]);
    expect(await two.contents(hashA)).toEqual(a);
    expect(await two.contents(hashB)).toEqual(b);
    expect(await two.contents(hashOf(Buffer.from('other')))).toBeUndefined();
  });

  check('a file brings its folders, and an empty folder can be shared', async (one) => {
    await commit(one, ['d/e/a.md', null, hashA], ['empty', null, folderVersion]);
    await commit(one, ['d', null, folderVersion]);
    expect(await headsOf(one)).toEqual({
      d: folderVersion,
      'd/e': folderVersion,
      'd/e/a.md': hashA,
      empty: folderVersion,
    });
    const page = await one.heads(parseVaultPath('d/e'), 1);
    expect(page.heads).toEqual([{ path: 'd/e/a.md', version: hashA, number: 1 }]);
    expect(page.number).toBe(2);
  });

  check('a folder goes only with all that is in it', async (one) => {
    await commit(one, ['d/a.md', null, hashA], ['d0.md', null, hashA]);
    const stale = { outcome: 'stale', paths: ['d'] };
    expect(await commit(one, ['d', folderVersion, null])).toEqual(stale);
    await commit(one, ['d/a.md', hashA, null], ['d', folderVersion, null]);
    expect(await headsOf(one)).toEqual({ 'd0.md': hashA });
  });

  check('a file and a folder do not share a path', async (one) => {
    await commit(one, ['a', null, hashA]);
    const stale = { outcome: 'stale', paths: ['a'] };
    expect(await commit(one, ['a/b.md', null, hashB])).toEqual(stale);
    expect(await commit(one, ['a', null, folderVersion])).toEqual(stale);
    await commit(one, ['a', hashA, null], ['a/b.md', null, hashB]);
    expect(await headsOf(one)).toEqual({ a: folderVersion, 'a/b.md': hashB });
  });

  check('names that are one name on some system are refused', async (one) => {
    await commit(one, ['Notes/Caf\u00e9.md', null, hashA]);
    const refuse = async (path: string, collides: string, with_: string) =>
      expect(await commit(one, [path, null, hashB])).toEqual({
        outcome: 'collides',
        path: collides,
        with: with_,
      });
    await refuse('Notes/cafe\u0301.md', 'Notes/cafe\u0301.md', 'Notes/Caf\u00e9.md');
    await refuse('notes/other.md', 'notes', 'Notes');
    const renamed = await commit(
      one,
      ['Notes/Caf\u00e9.md', hashA, null],
      ['Notes/caf\u00e9.md', null, hashA, 'Notes/Caf\u00e9.md'],
    );
    expect(renamed?.outcome).toBe('committed');
  });

  check('machines see each other, and a bell rings after a commit', async (one, two) => {
    const rung = new Promise<void>((resolve) => {
      two.onChange(resolve);
    });
    await one.report({ id: 'm1', name: 'laptop', applied: 0, conflicts: 0 });
    await commit(one, ['a.md', null, hashA]);
    await rung;
    await one.report({ id: 'm1', name: 'laptop', applied: 1, conflicts: 2 });
    const { head, machines } = await two.facts();
    expect(head).toBe(1);
    expect(machines).toMatchObject([{ id: 'm1', name: 'laptop', applied: 1, conflicts: 2 }]);
  });

  check('history is pruned, what is there stays', async (one, two) => {
    await commit(one, ['a.md', null, hashA]);
    await commit(one, ['a.md', hashA, hashB]);
    expect(await one.prune({ ageMsMax: 1e12, bytesMax: 1e12 })).toBe(0);
    expect(await one.prune({ ageMsMax: 1e12, bytesMax: 0 })).toBe(2);
    expect(await two.since(0, 10)).toEqual({ entries: [], head: 2, isPruned: true });
    expect(await two.since(2, 10)).toEqual({ entries: [], head: 2, isPruned: false });
    expect(await two.contents(hashA)).toBeUndefined();
    expect(await two.contents(hashB)).toEqual(b);
    expect(await commit(two, ['a.md', hashB, hashA])).toEqual({ outcome: 'committed', number: 3 });
    expect((await one.since(2, 10)).entries).toHaveLength(1);
  });
}
