import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isHidden, isNote, parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { propertyCounts } from '../src/engine/knowledge/index/facts/properties.ts';
import { tagCounts } from '../src/engine/knowledge/index/facts/tags.ts';
import { linkMap, orphans, unresolvedLinks } from '../src/engine/knowledge/index/links/graph.ts';
import { NoteIndex } from '../src/engine/knowledge/index/note-index.ts';
import type { Known } from '../src/engine/knowledge/known.ts';
import type { View } from '../src/engine/view.ts';
import { createChance, type FaultReport, inFreshFolders, owner } from './support.ts';

interface StormOptions {
  readonly rounds: number;
  readonly steps: number;
  readonly seed: number;
}

/** After any storm of changes, ours and others', the index says what a new one would say. */
export async function indexStorms({ rounds, steps, seed }: StormOptions): Promise<FaultReport> {
  const chance = createChance(seed);
  let wrong = 0;
  let wrongAfterStart = 0;
  let changes = 0;
  for (let round = 0; round < rounds; round++) {
    await inFreshFolders(async ({ root, stateDir }) => {
      const engine = await openEngine({ root, stateDir, durability: 'rename' });
      const view = engine.as(owner);
      for (let step = 0; step < steps; step++) {
        if (await change(root, view, chance)) changes++;
        // Now and then somebody asks in the middle of it.
        if (chance(10) === 0) await view.known();
      }
      if (!(await isSame(await view.known(), root))) wrong++;
      await engine.close();
      const again = await openEngine({ root, stateDir, durability: 'rename' });
      if (!(await isSame(await again.as(owner).known(), root))) wrongAfterStart++;
      await again.close();
    });
  }
  const losses = { wrong, wrongAfterStart };
  return { name: 'storms of changes and the index', rounds, losses, counts: { changes } };
}

type Chance = (below: number) => number;

const places = ['', 'x', 'y', 'x/z', 'y/long name'];
const names = ['a', 'b', 'c', 'Ünïcode 🌱'];
const lines = [
  '[[a]]',
  '[[b|shown]]',
  '![[c]]',
  '[[x/a]]',
  '[[../b]]',
  '[t](c.md)',
  '[[gone]]',
  '[[#h]]',
  '#t',
  '#t/u',
  '- [ ] task',
  'k:: v',
  '# Heading',
  '',
];

/** One random change, through the engine or behind its back; false when it was not possible. */
async function change(root: string, view: View, chance: Chance): Promise<boolean> {
  const pick = <T>(list: readonly T[], other: T): T => list[chance(list.length)] ?? other;
  const file = () =>
    join(pick(places, ''), `${pick(names, 'a')}.md`)
      .split(sep)
      .join('/');
  const head = chance(3) === 0 ? `---\ntags: [p, q/r]\nn: ${chance(9)}\n---\n` : '';
  const text = head + Array.from({ length: chance(6) }, () => pick(lines, '')).join('\n');
  const [from, to] = [file(), file()];
  const [folder, other] = [pick(places.slice(1), 'x'), pick(['x', 'w', 'y/v', '.hidden'], 'w')];
  const ours = chance(2) === 0;
  try {
    switch (chance(8)) {
      case 0:
        if (ours) await view.vault.rename(parseVaultPath(from), parseVaultPath(to));
        else outside(root, from, to);
        return true;
      case 1:
        if (ours) await view.vault.remove(parseVaultPath(from));
        else rmSync(join(root, from));
        return true;
      case 2:
        if (other === folder || other.startsWith(`${folder}/`)) return false;
        if (ours) await view.vault.rename(parseVaultPath(folder), parseVaultPath(other));
        else outside(root, folder, other);
        return true;
      case 3:
        if (chance(3) > 0) return false;
        rmSync(join(root, folder), { recursive: true });
        return true;
      default:
        if (ours) await view.vault.write(parseVaultPath(from), Buffer.from(text));
        else {
          mkdirSync(dirname(join(root, from)), { recursive: true });
          writeFileSync(join(root, from), text);
        }
        return true;
    }
  } catch {
    return false;
  }
}

function outside(root: string, from: string, to: string): void {
  statSync(join(root, from));
  mkdirSync(dirname(join(root, to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
}

/** Whether what is known is what an index made of the files alone would say. */
export async function isSame(known: Known, root: string): Promise<boolean> {
  const index = new NoteIndex();
  const texts = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = name.split(sep).join('/');
    if (isHidden(path) || statSync(join(root, name)).isDirectory()) continue;
    const text = readFileSync(join(root, name), 'utf8');
    if (isNote(path)) texts.set(path, text);
    index.update(path, text, { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 });
  }
  const all = () => true;
  const notes = [...texts.keys()].sort();
  const expected = {
    notes,
    texts: notes.map((path) => texts.get(path)),
    links: notes.map((path) => toList(linkMap(index, path))),
    unresolved: unresolvedLinks(index),
    orphans: orphans(index),
    tags: await tagCounts(index, all),
    properties: propertyCounts(index, all, new Map()),
  };
  const paths = [...known.pages.pages()].map(({ path }) => path);
  const found = {
    notes: paths,
    texts: paths.map((path) => known.pages.readText(path)),
    links: paths.map((path) => toList(known.links(path))),
    unresolved: known.unresolved(),
    orphans: known.orphans(),
    tags: await known.tags(),
    properties: known.properties(),
  };
  return JSON.stringify(found) === JSON.stringify(expected);
}

function toList(map: ReturnType<typeof linkMap>): unknown {
  return map && [[...map.resolved], [...map.unresolved]];
}
