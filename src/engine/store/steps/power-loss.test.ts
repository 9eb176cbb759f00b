import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { caller, freshFolder, harvest, plant } from '../../../../test/support/vault.ts';
import { isWithin, parseVaultPath } from '../../../contract/paths.ts';
import { openEngine } from '../../engine.ts';
import type { View } from '../../view.ts';
import { openJournal } from '../journal/journal.ts';
import { decodeRecord, encodeRecord, type Op, pathsOfOp } from '../journal/record.ts';
import { openRoot } from '../vault/anchor.ts';
import { hashOf } from '../vault/hash.ts';
import { recover } from './recover.ts';

type Tree = Readonly<Record<string, string | null>>;
type Command = { readonly verb: string; readonly from: string; readonly to: string };

const start: Tree = { 'a.md': 'a\n', 'b.md': 'b\n', 'f/c.md': 'c\n' };
const places = ['a.md', 'b.md', 'new.md', 'f/c.md', 'f/d.md', 'g/e.md'];
const blockBytes = 4096;

/** Every content is told from all others, and some have several blocks. */
const content = (n: number) =>
  Buffer.from(`version ${n}\n${(n % 3 === 0 ? '.' : '').repeat(9000)}`);

/** Does what a client might; what cannot be done here changes nothing. */
async function obey({ vault }: View, { verb, from, to }: Command, n: number): Promise<void> {
  const [source, target] = [parseVaultPath(from), parseVaultPath(to)];
  const write = (path: typeof source) => ({ kind: 'write' as const, path, bytes: content(n) });
  if (verb === 'write') await vault.write(source, content(n));
  else if (verb === 'append') await vault.append(source, content(n));
  else if (verb === 'remove') await vault.remove(source);
  else if (verb === 'move') await vault.rename(source, target);
  else if (verb === 'move folder') await vault.rename(parseVaultPath('f'), parseVaultPath('h/f'));
  else if (verb === 'both') {
    await vault.apply(from === to ? [write(source)] : [write(source), write(target)], { why: 'w' });
  } else
    await vault.apply([write(source), { kind: 'move', path: source, to: target }], { why: 'w' });
}

const command = fc.record({
  verb: fc.constantFrom(
    'write',
    'append',
    'remove',
    'move',
    'move folder',
    'both',
    'write and move',
  ),
  from: fc.constantFrom(...places),
  to: fc.constantFrom(...places),
});

/** The vault after each step, the first before any, and what each step did. */
async function history(commands: readonly Command[]) {
  const [root, stateDir] = [freshFolder(), freshFolder()];
  plant(root, start);
  const engine = await openEngine({ root, stateDir, durability: 'rename' });
  const view = engine.as(caller());
  const trees: Tree[] = [start];
  const steps = () => engine.status().journal.steps;
  for (const [n, each] of commands.entries()) {
    const before = steps();
    await obey(view, each, n + 1).catch(() => {});
    if (steps() > before) trees.push(harvest(root));
  }
  await engine.close();
  const state = join(stateDir, readdirSync(stateDir)[0] ?? '', 'journal');
  return { trees, state };
}

/** A copy of the journal in which the steps after the first `ended` ones were left by the dead. */
function abandoned(state: string, ended: number, at: number) {
  const folder = freshFolder();
  cpSync(state, folder, { recursive: true });
  const file = join(folder, '000001.steps');
  const records = readFileSync(file, 'utf8').trimEnd().split('\n').map(decodeRecord);
  const begins = records.flatMap((record) =>
    record?.t === 'begin' ? [{ ...record, owner: '99999999', at }] : [],
  );
  const isDone = new Set(begins.slice(0, ended).map(({ id }) => id));
  const lines = begins.flatMap((begin) => [
    encodeRecord(begin),
    ...(isDone.has(begin.id) ? [encodeRecord({ t: 'done', id: begin.id })] : []),
  ]);
  writeFileSync(file, lines.join(''));
  return { folder, ops: begins.map(({ ops }) => ops) };
}

/** Whatever builds on a move waits until the move is on disk, so the first steps have ended by then. */
function endedAtLeast(steps: readonly (readonly Op[])[]): number {
  let ended = 0;
  for (const [index, ops] of steps.entries()) {
    const paths = ops.flatMap(pathsOfOp);
    for (const [earlier, done] of steps.slice(0, index).entries()) {
      const moved = done.filter(({ op }) => op === 'move').flatMap(pathsOfOp);
      const builds = paths.some((one) =>
        moved.some((other) => isWithin(one, other) || isWithin(other, one)),
      );
      if (builds) ended = Math.max(ended, earlier + 1);
    }
  }
  return ended;
}

/** The tree with some of the files that the steps put torn in the ways of a loss of power. */
function torn(tree: Tree, steps: readonly (readonly Op[])[], ways: readonly number[]): Tree {
  const put = new Set(
    steps
      .flat()
      .flatMap((op) => (op.op === 'put' && op.after.type === 'file' ? op.after.hash : [])),
  );
  const entries = Object.entries(tree).map(([path, text], index): [string, string | null] => {
    if (text === null || !put.has(hashOf(Buffer.from(text)))) return [path, text];
    const way = ways[index % ways.length] ?? 0;
    if (way === 1) return [path, ''];
    if (way === 2) return [path, '\0'.repeat(text.length)];
    return [path, way === 3 && text.length > blockBytes ? text.slice(0, blockBytes) : text];
  });
  return Object.fromEntries(entries);
}

async function recoveredFrom(disk: Tree, folder: string, bootedAt: number) {
  const root = freshFolder();
  plant(root, disk);
  const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };
  const journal = openJournal({ folder, durability: 'rename', retention, now: () => 0 });
  await recover(openRoot(root), journal, { bootedAt });
  const open = journal.steps().filter(({ outcome }) => outcome === 'open').length;
  const failed = journal.steps().filter(({ outcome }) => outcome === 'aborted').length;
  journal.close();
  const found = filesIn(harvest(root));
  rmSync(root, { recursive: true });
  return { found, open, failed };
}

/** Empty folders are nobody's content. */
const filesIn = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([, text]) => text !== null));

const anyHour = 3_600_000;

test('whatever a loss of power left of acknowledged steps, they are all there after it', async () => {
  const story = fc.tuple(
    fc.array(command, { minLength: 1, maxLength: 9 }),
    fc.nat(),
    fc.nat(),
    fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(story, async ([commands, someEnded, someThere, ways]) => {
      const { trees, state } = await history(commands);
      const last = trees.length - 1;
      if (last === 0) return;
      const probe = abandoned(state, 0, Date.now());
      const least = endedAtLeast(probe.ops);
      const ended = least + (someEnded % (last - least + 1));
      const there = ended + (someThere % (last - ended + 1));
      const { folder, ops } = abandoned(state, ended, Date.now() + anyHour);
      const disk = torn(trees[there] ?? {}, ops.slice(ended, there), ways);
      const after = await recoveredFrom(disk, folder, Date.now() + 2 * anyHour);
      expect(after).toEqual({ found: filesIn(trees[last] ?? {}), open: 0, failed: 0 });
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('without a loss of power, what others made of the vault since the steps stays', async () => {
  const story = fc.tuple(fc.array(command, { minLength: 1, maxLength: 6 }), fc.nat());
  await fc.assert(
    fc.asyncProperty(story, async ([commands, someTree]) => {
      const { trees, state } = await history(commands);
      if (trees.length === 1) return;
      // Somebody brings back how the files were; what the steps had made and nobody removed stays.
      const disk = trees[someTree % trees.length] ?? {};
      const ended = endedAtLeast(abandoned(state, 0, Date.now()).ops);
      const { folder } = abandoned(state, ended, Date.now() - anyHour);
      const { found } = await recoveredFrom(disk, folder, Date.now() - 2 * anyHour);
      for (const [path, text] of Object.entries(filesIn(disk))) {
        const kept = Object.values(found).includes(text);
        expect(kept, `${path} is overwritten`).toBe(true);
      }
    }),
    { seed: 1, numRuns: 40 },
  );
});
