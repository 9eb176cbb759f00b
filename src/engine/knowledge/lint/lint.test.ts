import { expect, test } from 'vitest';
import { isNote, parseVaultPath } from '../../../contract/paths.ts';
import { NoteIndex } from '../index/note-index.ts';
import { Linter } from './linter.ts';

const stat = { size: 1, mtime: 1, mtimeNs: 1_000_000n, birthtime: 1 };
const anyone = () => true;

function openLinter(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files));
  const index = new NoteIndex();
  for (const [path, text] of texts) index.update(path, text, stat);
  const linter = new Linter({
    index,
    textOf: (path) => (isNote(path) ? texts.get(path) : undefined),
    isThere: (path) =>
      [...texts.keys()].some((each) => each === path || each.startsWith(`${path}/`)),
    isExcluded: (path) => path.startsWith('Templates/'),
  });
  return { texts, index, linter };
}

/** What is found in `n.md`, as code and the text it is about. */
function found(text: string, others: Readonly<Record<string, string>> = {}): string[] {
  const { linter } = openLinter({ ...others, 'n.md': text });
  const lines = text.split('\n');
  return (linter.note('n.md', anyone) ?? []).map(({ code, range: { start, end } }) => {
    const whole = lines.slice(start.line, end.line + 1).join('\n');
    const tail = (lines[end.line]?.length ?? 0) - end.character;
    return `${code} ${whole.slice(start.character, whole.length - tail)}`;
  });
}

const check = (
  name: string,
  text: string,
  expected: readonly string[],
  others: Readonly<Record<string, string>> = {},
) => test(name, () => expect(found(text, others)).toEqual(expected));

const home = { 'Home.md': '# Top\n## Attic & loft\n### Box\n## Cellar\ntext ^coal\n' };

check('a clean note has no findings', '---\ntags: [a]\n---\n# H\n[[Home]] #a\n', [], home);
check('links that lead nowhere', 'a 🌱 [[Nope]] [x](gone.md)', [
  'broken-link [[Nope]]',
  'broken-link [x](gone.md)',
]);
check('links to the web are not ours', '[x](https://a.b/c) <https://x.y> [m](mailto:a@b.c)', []);
check(
  'a link in a property',
  '---\nup: "[[Nope]]"\nlist:\n  - "[[Home]]"\n  - "[[No]]"\n---\n',
  ['broken-link [[Nope]]', 'broken-link [[No]]'],
  home,
);
check('code and comments hold no links', '`[[Nope]]`\n```\n[[Nope]]\n```\n', []);
check('an embed that is missing', '![[photo.png]]', ['broken-embed ![[photo.png]]']);
check('folders and other files can be linked to by their paths', '[f](sub) [g](sub/x.py)', [], {
  'sub/x.py': '',
});
check(
  'headings in any case, without signs, and below each other',
  '[[Home#attic loft]] [[Home#Top#Box]]',
  [],
  home,
);
check(
  'headings that are missing, or not below',
  '[[Home#Roof]] [[Home#Cellar#Box]] [h](Home.md#Roof)',
  [
    'broken-anchor [[Home#Roof]]',
    'broken-anchor [[Home#Cellar#Box]]',
    'broken-anchor [h](Home.md#Roof)',
  ],
  home,
);
check('blocks', '[[Home#^COAL]] [[Home#^wood]]', ['broken-anchor [[Home#^wood]]'], home);
check('headings of the note itself', '# A\n[[#A]] [[#B]]', ['broken-anchor [[#B]]']);
check('pages of other files are not headings', '![[a.pdf#page=3]]', [], { 'a.pdf': '' });
check('a name that fits two notes equally well', '[[Echo]]', ['ambiguous-link [[Echo]]'], {
  'l/Echo.md': '',
  'r/Echo.md': '',
});
check('a name whose shorter path wins', '[[Echo]]', [], { 'l/Echo.md': '', 'l/r/Echo.md': '' });
check('properties that cannot be read', '---\na: b: c\n---\n', ['frontmatter-invalid a: b: c']);
check('properties that are never closed', '---\na: b\n\ntext', ['frontmatter-invalid ---']);
check('a rule at the top is no mistake', '---\nJust text.\n', []);
check('a property twice', '---\na: 1\nb: 2\na: 3\n---\n', ['duplicate-property a: 3']);
check('a property twice, deeper down', '---\nx:\n  a: 1\n  a: 2\n---\n', [
  'duplicate-property a: 2',
]);
check('a fence that never ends', 'x\n\n```js\ncode\n', ['unclosed-fence ```js']);
check('a fence that ends, and code by indent', '~~~~\n~~~\n~~~~\n\n    code\n', []);
check('a fence with nothing in it', '```\n', ['unclosed-fence ```']);
check('conflicts', 'a\n<<<<<<< mine\r\nb\n=======\nc\n>>>>>>> theirs\n', [
  'conflict-marker <<<<<<< mine',
  'conflict-marker =======',
  'conflict-marker >>>>>>> theirs',
]);
check(
  'a heading, and conflicts in code, are no conflicts',
  'Title\n=======\n```\n<<<<<<< a\n=======\n>>>>>>> b\n```\n',
  [],
);
check('block ids twice', 'a ^x\n\nb ^X\n', ['duplicate-block-id ^X']);
check('embeds of nothing, but not in code', '![[]] ![]() `![[]]` ![ ]( )\n', [
  'empty-embed ![[]]',
  'empty-embed ![]()',
  'empty-embed ![ ]( )',
]);
check('aliases of two notes', '---\naliases: [One, Two]\n---\n', ['duplicate-alias Two'], {
  'o.md': '---\naliases: two\n---\n',
});
check(
  'tags that others write otherwise',
  '---\ntags: [Fish]\n---\n#Bird #bird #Birds',
  ['tag-case Fish', 'tag-case #Bird'],
  { 'o.md': '#fish #birds', 'p.md': '#Birds' },
);

const paths = async (linter: Linter, budgetMs = 10_000) => {
  const { signal } = new AbortController();
  const notes = await linter.vault({ mayRead: anyone, budgetMs, signal });
  return notes.map(({ path, findings }) => `${path} ${findings.map(({ code }) => code).join()}`);
};

test('the whole vault is looked at once, and again only where something changed', async () => {
  const { texts, index, linter } = openLinter({
    'a.md': '[[b#H]]',
    'b.md': '# H',
    'c.md': '[[gone]]',
    'Templates/t.md': '[[{{date}}]]',
  });
  expect(await paths(linter)).toEqual(['c.md broken-link']);
  const put = (path: string, text: string, kind: 'created' | 'modified') => {
    texts.set(path, text);
    index.update(path, text, stat);
    linter.changed([{ kind, path: parseVaultPath(path), type: 'file' }]);
  };
  put('b.md', '# Other', 'modified');
  expect(linter.pending).toBe(2);
  expect(await paths(linter)).toEqual(['c.md broken-link', 'a.md broken-anchor']);
  put('gone.md', '', 'created');
  expect(linter.pending).toBe(2);
  expect(await paths(linter)).toEqual(['a.md broken-anchor']);
  texts.delete('b.md');
  index.remove('b.md');
  linter.changed([{ kind: 'deleted', path: parseVaultPath('b.md'), type: 'file' }]);
  expect(await paths(linter)).toEqual(['a.md broken-link']);
});

test('an answer that is due comes with what is known, and the rest follows', async () => {
  const notes = Array.from({ length: 500 }, (_, i) => [`n${i}.md`, '[[gone]]'] as const);
  const { linter } = openLinter(Object.fromEntries(notes));
  expect((await paths(linter, 0)).length).toBeLessThan(500);
  await expect.poll(() => linter.pending, { timeout: 30_000 }).toBe(0);
  expect(await paths(linter, 0)).toHaveLength(500);
});

test('findings that would name what a caller may not read are kept from it', async () => {
  const { linter } = openLinter({
    'n.md': '---\naliases: X\n---\n[[Echo]] [[s/Echo#No]]',
    's/Echo.md': '---\naliases: x\n---\n',
    't/Echo.md': '',
  });
  const codes = (mayRead: (path: string) => boolean) =>
    linter.note('n.md', mayRead)?.map(({ code }) => code);
  expect(codes(anyone)).toEqual(['duplicate-alias', 'ambiguous-link', 'broken-anchor']);
  expect(codes((path) => !path.startsWith('s/'))).toEqual([]);
});
