import { expect, test } from 'vitest';
import { caller, harvest, openTestVault } from '../../../test/support/vault.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';

type Files = Readonly<Record<string, string>>;

/** How a link is written: `wiki` without `.md`, `markdown` encoded, `whole` by its vault path. */
interface Kind {
  readonly name: string;
  readonly form: 'wiki' | 'angled' | 'markdown' | 'whole';
  readonly ending?: '.canvas' | '.base';
  write(link: string): string;
}

const kinds: readonly Kind[] = [
  { name: 'wikilink', form: 'wiki', write: (l) => `see [[${l}]].` },
  { name: 'wikilink with blanks', form: 'wiki', write: (l) => `[[ ${l} ]] [[ ${l} | x ]]` },
  { name: 'display', form: 'wiki', write: (l) => `[[${l}|x | y]]` },
  { name: 'heading', form: 'wiki', write: (l) => `[[${l}#One#Two # three]]` },
  { name: 'heading and display', form: 'wiki', write: (l) => `[[${l}#One \\# \\| two|x]]` },
  { name: 'block', form: 'wiki', write: (l) => `[[${l}#^b-1|x]]` },
  { name: 'embed', form: 'wiki', write: (l) => `![[${l}]] ![[${l}#H|100x50]]` },
  { name: 'Markdown', form: 'markdown', write: (l) => `[t](${l}) ![t](${l}#h%20x)` },
  { name: 'Markdown title', form: 'markdown', write: (l) => `[t](${l} "A title")` },
  { name: 'angled', form: 'angled', write: (l) => `[t](<${l}#h x> 'T')` },
  { name: 'definition', form: 'markdown', write: (l) => `[t][r]\n\n[r]: ${l} "T"` },
  { name: 'angled definition', form: 'angled', write: (l) => `[t][r]\n\n[r]: <${l}#h>` },
  {
    name: 'table',
    form: 'wiki',
    write: (l) => `| a | b |\n|---|---|\n| [[${l}\\|x]] | ![[${l}]] |`,
  },
  { name: 'comment', form: 'wiki', write: (l) => `%% [[${l}]] %%` },
  { name: 'callout', form: 'wiki', write: (l) => `> [!note] [[${l}]]\n> - [[${l}|x]]` },
  { name: 'property', form: 'wiki', write: (l) => `---\nup: "[[${l}]]"\n---\n` },
  {
    name: 'single quotes',
    form: 'wiki',
    write: (l) => `---\nup: '[[${l.replaceAll("'", "''")}|x]]' # why\n---\n`,
  },
  { name: 'property list', form: 'wiki', write: (l) => `---\nl:\n  - "[[${l}]]"\n  - x\n---\n` },
  { name: 'flow list', form: 'wiki', write: (l) => `---\nl: ["[[${l}#h]]", 'x']\n---\n` },
  { name: 'embedding property', form: 'wiki', write: (l) => `---\nimg: "![[${l}]]"\n---\n` },
  { name: 'Markdown property', form: 'markdown', write: (l) => `---\nup: "[t](${l})"\n---\n` },
  {
    name: 'CRLF',
    form: 'wiki',
    write: (l) => `\ufeff---\r\nup: "[[${l}]]"\r\n---\r\n[[${l}]]\r\n`,
  },
  { name: 'base block', form: 'wiki', write: (l) => `\`\`\`base\nf: file.hasLink("${l}")\n\`\`\`` },
  { name: 'base', form: 'wiki', ending: '.base', write: (l) => `filters: link("${l}") == this\n` },
  {
    name: 'card',
    form: 'wiki',
    ending: '.canvas',
    write: (l) => `{ "nodes": [\n\t{"type":"text","text":"a [[${l}|x]]\\n"}\n] }`,
  },
  {
    name: 'node',
    form: 'whole',
    ending: '.canvas',
    write: (l) => `{ "nodes": [\n\t{"type":"file","file":"${l}","subpath":"#h"}\n] }`,
  },
];

interface Row {
  readonly name: string;
  readonly files?: Files;
  readonly move: readonly [from: string, to: string];
  /** The linked file, and where it is afterwards. */
  readonly file: readonly [before: string, after: string];
  /** The link as it is written, without an ending, and as it must be afterwards. */
  readonly link: readonly [before: string, after: string];
  readonly format?: 'absolute' | 'relative' | 'shortest';
  /** Where the linking notes are, when they move too. */
  readonly sources?: readonly [before: string, after: string];
}

const rows: readonly Row[] = [
  { name: 'note', move: ['A.md', 'B.md'], file: ['A.md', 'B.md'], link: ['A', 'B'] },
  { name: 'into a folder', move: ['A.md', 'x/A.md'], file: ['A.md', 'x/A.md'], link: ['A', 'A'] },
  { name: 'long', move: ['f/A.md', 'g/A.md'], file: ['f/A.md', 'g/A.md'], link: ['f/A', 'A'] },
  {
    name: 'absolute',
    move: ['f/A.md', 'g/B.md'],
    file: ['f/A.md', 'g/B.md'],
    link: ['f/A', 'g/B'],
    format: 'absolute',
  },
  {
    name: 'relative',
    move: ['f/A.md', 'g/B.md'],
    file: ['f/A.md', 'g/B.md'],
    link: ['../f/A', '../g/B'],
    format: 'relative',
  },
  { name: 'folder', move: ['f', 'g/h'], file: ['f/A.md', 'g/h/A.md'], link: ['f/A', 'A'] },
  {
    name: 'folder, absolute',
    move: ['f', 'g/h'],
    file: ['f/A.md', 'g/h/A.md'],
    link: ['f/A', 'g/h/A'],
    format: 'absolute',
  },
  {
    name: 'folder, relative',
    move: ['f', 'g/h'],
    file: ['f/i/A.md', 'g/h/i/A.md'],
    link: ['../f/i/A', '../g/h/i/A'],
    format: 'relative',
  },
  { name: 'case only', move: ['A.md', 'a.md'], file: ['A.md', 'a.md'], link: ['A', 'A'] },
  {
    name: 'folder in another case',
    move: ['f', 'F'],
    file: ['f/A.md', 'F/A.md'],
    link: ['f/A', 'f/A'],
  },
  {
    name: 'NFC to NFD',
    move: ['caf\u00e9.md', 'cafe\u0301.md'],
    file: ['caf\u00e9.md', 'cafe\u0301.md'],
    link: ['caf\u00e9', 'caf\u00e9'],
  },
  {
    name: 'written in NFD',
    move: ['caf\u00e9.md', 'x/t\u00e9.md'],
    file: ['caf\u00e9.md', 'x/t\u00e9.md'],
    link: ['cafe\u0301', 't\u00e9'],
  },
  {
    name: 'two of one name',
    files: { 'g/A.md': '' },
    move: ['f/A.md', 'h/A.md'],
    file: ['f/A.md', 'h/A.md'],
    link: ['f/A', 'h/A'],
  },
  {
    name: 'becomes one of two',
    files: { 'g/B.md': '' },
    move: ['f/A.md', 'f/B.md'],
    file: ['f/A.md', 'f/B.md'],
    link: ['A', 'f/B'],
  },
  {
    name: 'another file takes the name',
    files: { 'X.md': '' },
    move: ['X.md', 'A.md'],
    file: ['p/A.md', 'p/A.md'],
    link: ['A', 'p/A'],
  },
  {
    name: 'another file gives the name away',
    files: { 'A.md': '' },
    move: ['A.md', 'X.md'],
    file: ['p/A.md', 'p/A.md'],
    link: ['p/A', 'p/A'],
  },
  {
    name: 'blanks and parentheses',
    move: ['My Note.md', 'Your (new) 100% note.md'],
    file: ['My Note.md', 'Your (new) 100% note.md'],
    link: ['My Note', 'Your (new) 100% note'],
  },
  {
    name: 'quotes',
    move: ['A.md', "Bob's notes.md"],
    file: ['A.md', "Bob's notes.md"],
    link: ['A', "Bob's notes"],
  },
  { name: 'a dot', move: ['A.md', 'v1.2.md'], file: ['A.md', 'v1.2.md'], link: ['A', 'v1.2'] },
  {
    name: 'attachment',
    move: ['i.png', 'img/pic 1.png'],
    file: ['i.png', 'img/pic 1.png'],
    link: ['i.png', 'pic 1.png'],
  },
  {
    name: 'attachment, relative',
    move: ['f/i.png', 'img/p.png'],
    file: ['f/i.png', 'img/p.png'],
    link: ['../f/i.png', '../img/p.png'],
    format: 'relative',
  },
  {
    name: 'the linking notes',
    move: ['src', 'deep/er'],
    file: ['f/A.md', 'f/A.md'],
    link: ['../f/A', 'A'],
    sources: ['src', 'deep/er'],
  },
  {
    name: 'the linking notes, relative',
    move: ['src', 'deep/er'],
    file: ['f/A.md', 'f/A.md'],
    link: ['../f/A', '../../f/A'],
    format: 'relative',
    sources: ['src', 'deep/er'],
  },
  {
    name: 'the linking notes beside what they link to',
    files: { 'A.md': '' },
    move: ['src', 'deep'],
    file: ['src/A.md', 'deep/A.md'],
    link: ['./A', './A'],
    sources: ['src', 'deep'],
  },
];

function toText({ form, write }: Kind, link: string, file: string): string {
  const whole = file.endsWith('.md') ? `${link}.md` : link;
  if (form === 'whole') return write(file);
  if (form === 'wiki') return write(link);
  if (form === 'angled') return write(whole.replaceAll('%', '%25'));
  return write(whole.replace(/[ %()]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`));
}

for (const { name, files = {}, move, file, link, format = 'shortest', sources } of rows) {
  test(`every kind of link survives a move: ${name}`, async () => {
    const [here, there] = sources ?? ['src', 'src'];
    const place = (kind: Kind, folder: string) => `${folder}/${kind.name}${kind.ending ?? '.md'}`;
    const planted: Files = {
      '.obsidian/app.json': JSON.stringify({ newLinkFormat: format }),
      [file[0]]: 'x',
      ...files,
      ...Object.fromEntries(
        kinds.map((kind) => [place(kind, here), toText(kind, link[0], file[0])]),
      ),
    };
    const { engine, root } = await openTestVault(planted);
    const { refactoring, history, known } = engine.as(caller());
    const { step } = await refactoring.move(p(move[0]), p(move[1]));
    const after = harvest(root);
    for (const kind of kinds) {
      const found = after[place(kind, there)] ?? '';
      const expected = toText(kind, link[1], file[1]);
      const isSame = link[0] === link[1] && kind.form !== 'whole';
      if (isSame) expect(found, kind.name).toBe(toText(kind, link[0], file[0]));
      else expect(found, kind.name).toBe(expected);
    }
    const { backlinks } = await known();
    const counted = kinds.filter((kind) => !/definition|base/.test(kind.name));
    const linking = new Set(backlinks(file[1]).map(({ path }) => path));
    for (const kind of counted) expect(linking, kind.name).toContain(place(kind, there));
    await history.undo(step ?? '');
    expect(harvest(root)).toEqual(planted);
  });
}
