import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { type FaultReport, inFreshFolders, owner } from './support.ts';

/** Pairs that some systems or programs take for one name. */
const twins = [
  ['Café.md', 'Cafe\u0301.md'],
  ['Note.md', 'note.md'],
  ['ÅNGSTRÖM.md', 'ångström.md'],
  ['ﬁle.md', 'file.md'],
  ['ı.md', 'i.md'],
  ['straße.md', 'strasse.md'],
] as const;

/** Names that a path in a message can hardly say, and that are not UTF-8 at all. */
const oddNames = [
  ...['new\nline.md', 'tab\t.md', 'back\\slash.md', '-rf.md', '%2e%2e.md', ' .md', 'a:b.md'],
  ...[
    'quote".md',
    "apostrophe'.md",
    'pipe|.md',
    'hash#x.md',
    'caret^x.md',
    '[[x]].md',
    '\u202e.md',
  ],
  ...['CON.md', 'x.md ', 'x.md.', '\u{1f331}.md', '\ufeff.md', `${'n'.repeat(252)}.md`],
];
const brokenNames = [
  Buffer.from([0xff, 0xfe, 0x2e, 0x6d, 0x64]),
  Buffer.from([0x61, 0xc3, 0x2e, 0x6d, 0x64]),
  Buffer.from([0xed, 0xa0, 0x80, 0x2e, 0x6d, 0x64]),
];

/** Files whose names differ in case or in form only, or are hardly names: each keeps its own bytes. */
export async function oddNamesRounds(rounds: number): Promise<FaultReport> {
  const losses = { confused: 0, crashed: 0, harmed: 0, othersLost: 0 };
  const counts = { read: 0, edited: 0, refused: 0, renamed: 0 };
  for (let round = 0; round < rounds; round++) {
    await inFreshFolders(async ({ root, stateDir }) => {
      const names = [...twins.flat(), ...oddNames].filter((name) => plant(root, name));
      for (const name of brokenNames) writeFileSync(toPath(root, name), 'broken');
      writeFileSync(join(root, 'plain.md'), '[[Café]] [[Note]] plain');
      const engine = await openEngine({ root, stateDir, durability: 'rename' });
      const view = engine.as(owner);
      const known = await view.known();
      if (known.pages.readText('plain.md') === undefined) losses.othersLost++;
      for (const name of names) {
        const outcome = await useOne(view, name);
        if (outcome === 'crashed') losses.crashed++;
        else if (outcome === 'confused') losses.confused++;
        else if (outcome === 'refused') counts.refused++;
        else {
          counts.read++;
          counts.edited++;
        }
      }
      for (const name of names) {
        const text = readFileSync(join(root, name), 'utf8');
        if (text !== contentOf(name) && text !== `${contentOf(name)}+`) losses.harmed++;
      }
      for (const name of brokenNames) {
        if (readFileSync(toPath(root, name), 'utf8') !== 'broken') losses.harmed++;
      }
      if (await hasRenamedCase(view, root)) counts.renamed++;
      else losses.confused++;
      await engine.close();
    });
  }
  return { name: 'odd names', rounds, losses, counts };
}

const contentOf = (name: string): string => `own text of ${JSON.stringify(name)}`;
const toPath = (root: string, name: Buffer) => Buffer.concat([Buffer.from(`${root}/`), name]);

/** False where the system knows no such name, or takes it for another one. */
function plant(root: string, name: string): boolean {
  try {
    writeFileSync(join(root, name), contentOf(name), { flag: 'wx' });
    return readdirSync(root).includes(name);
  } catch {
    return false;
  }
}

async function useOne(
  view: View,
  name: string,
): Promise<'used' | 'refused' | 'confused' | 'crashed'> {
  try {
    const path = parseVaultPath(name);
    const { text } = await view.notes.read(path);
    if (text !== contentOf(name)) return 'confused';
    await view.notes.update(path, (old) => `${old}+`);
    return 'used';
  } catch (thrown) {
    return isVaultError(thrown) && thrown.code !== 'internal' ? 'refused' : 'crashed';
  }
}

/** A rename that changes the case alone, ours and that of others: one note, and its link still leads to it. */
async function hasRenamedCase(view: View, root: string): Promise<boolean> {
  const path = (name: string) => parseVaultPath(name);
  await view.vault.write(path('case.md'), Buffer.from('case'));
  await view.vault.write(path('linking.md'), Buffer.from('[[case]]'));
  await view.refactoring.move(path('case.md'), path('Case.md'));
  const leadsTo = async (name: string) => {
    const known = await view.known();
    const found = [...known.pages.pages()].filter((page) => page.path.toLowerCase() === 'case.md');
    return found.length === 1 && known.links('linking.md')?.resolved.has(name) === true;
  };
  const isOursFollowed = await leadsTo('Case.md');
  renameSync(join(root, 'Case.md'), join(root, 'CASE.md'));
  return isOursFollowed && (await leadsTo('CASE.md'));
}
