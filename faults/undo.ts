import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { createChance, type FaultReport, inFreshFolders, owner } from './support.ts';

type Chance = (below: number) => number;

const modes = [0o644, 0o600, 0o755, 0o444 | 0o200];
const folders = ['', 'a', 'a/b', 'c', 'c/d/e'];
const ending = ['.md', '.md', '.md', '.png'];
const place = (chance: Chance): VaultPath => {
  const folder = folders[chance(folders.length)] ?? '';
  const name = `n${chance(12)}${ending[chance(ending.length)] ?? ''}`;
  return parseVaultPath(folder === '' ? name : `${folder}/${name}`);
};
const links = (chance: Chance): string =>
  Array.from({ length: chance(4) }, () => `[[n${chance(12)}]]`).join(' ');

/** Does many steps of every kind, then takes all of them back: not a byte and no mode may differ. */
export async function undoEverything(options: {
  steps: number;
  seed: number;
}): Promise<FaultReport> {
  const { steps, seed } = options;
  const losses = { different: 0, notUndone: 0 };
  const counts = { steps: 0, refused: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    const chance = createChance(seed);
    plant(root, chance);
    const before = photograph(root);
    const engine = await openEngine({ root, stateDir, durability: 'rename' });
    const view = engine.as(owner);
    const done: string[] = [];
    while (done.length < steps) {
      const id = await change(view, chance).catch(expected);
      if (id === undefined) counts.refused++;
      else done.push(id);
    }
    counts.steps = done.length;
    for (const id of done.toReversed()) {
      await view.history.undo(id).catch((thrown) => {
        expected(thrown);
        losses.notUndone++;
      });
    }
    losses.different = differences(before, photograph(root));
    await engine.close();
  });
  return { name: 'undo of mixed steps', rounds: steps, losses, counts };
}

/** Undoes steps after somebody else wrote to the same files: what that one wrote must still be there. */
export async function undoAfterOthers(options: {
  rounds: number;
  seed: number;
}): Promise<FaultReport> {
  const { rounds, seed } = options;
  const losses = { discardedEdits: 0 };
  const counts = { merged: 0, refused: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    const chance = createChance(seed);
    plant(root, chance);
    const engine = await openEngine({ root, stateDir, durability: 'rename' });
    const view = engine.as(owner);
    for (let round = 0; round < rounds; round++) {
      const id = await change(view, chance).catch(expected);
      if (id === undefined) continue;
      const marks = editOutside(root, view, id, round, chance);
      const refused = await view.history.undo(id).then(
        () => false,
        (thrown) => {
          expected(thrown);
          return true;
        },
      );
      counts[refused ? 'refused' : 'merged']++;
      const texts = [...photograph(root).values()];
      for (const mark of marks)
        if (!texts.some((text) => text.includes(mark))) losses.discardedEdits++;
    }
    await engine.close();
  });
  return { name: 'undo after edits of others', rounds, losses, counts };
}

/** One step of some kind, and its id. */
async function change(view: View, chance: Chance): Promise<string | undefined> {
  const { vault, notes, refactoring } = view;
  const path = place(chance);
  const isNote = path.endsWith('.md');
  switch (chance(9)) {
    case 0: {
      const bytes = isNote ? Buffer.from(noteText(chance)) : Buffer.from([chance(256), 0, 255]);
      return (await vault.write(path, bytes)).step;
    }
    case 1:
      return (await vault.append(path, Buffer.from(`more ${chance(1e6)}\n`))).step;
    case 2:
      return (await notes.update(path, (text) => text.replace(/line \d+/, `line ${chance(1e6)}`)))
        .step;
    case 3:
    case 4:
      return (await refactoring.move(path, place(chance))).step;
    case 5:
      return (await refactoring.move(folderOf(chance), parseVaultPath(`f${chance(5)}/g`))).step;
    case 6:
      return (await vault.remove(path)).id;
    case 7:
      return (await vault.trash(path, { keepBoth: true })).step;
    default:
      return (await vault.removeFolder(folderOf(chance), { recursive: true })).id;
  }
}

/** Writes a mark of its own into some of the files that a step has touched. */
function editOutside(root: string, { history }: View, id: string, round: number, chance: Chance) {
  const files = (history.find(id)?.ops ?? [])
    .flatMap((op) => (op.op === 'move' ? [op.to] : [op.path]))
    .map((path) => join(root, path))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile());
  return [...new Set(files)].flatMap((file) => {
    if (chance(3) === 0) return [];
    const mark = `foreign ${round} ${chance(1e9)}`;
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.splice(chance(lines.length + 1), chance(2), mark);
    writeFileSync(file, lines.join('\n'));
    return [mark];
  });
}

function noteText(chance: Chance): string {
  const lines = Array.from({ length: chance(8) }, () => `line ${chance(1e6)} ${links(chance)}`);
  return `${chance(3) === 0 ? '---\nup: "[[n1]]"\n---\n' : ''}${lines.join('\n')}\n`;
}

function folderOf(chance: Chance): VaultPath {
  return parseVaultPath(folders[1 + chance(folders.length - 1)] ?? 'a');
}

function plant(root: string, chance: Chance): void {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true, mode: 0o755 });
  chmodSync(join(root, 'a/b'), 0o700);
  for (let n = 0; n < 40; n++) {
    const file = join(root, place(chance));
    writeFileSync(file, noteText(chance));
    chmodSync(file, modes[chance(modes.length)] ?? 0o644);
  }
}

/** Everything below a folder: what it is, its mode, and every byte. */
function photograph(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, name);
    const stat = lstatSync(file);
    const content = stat.isFile() ? readFileSync(file, 'latin1') : 'folder';
    found.set(name, `${(stat.mode & 0o7777).toString(8)} ${content}`);
  }
  return found;
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).length;
}

/** A refusal is an answer, too. */
function expected(thrown: unknown): undefined {
  if (!isVaultError(thrown) || thrown.code === 'internal') throw thrown;
  return undefined;
}
