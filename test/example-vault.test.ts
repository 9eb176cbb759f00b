import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../example-vault', import.meta.url));
const playground = 'Lint playground/';
const toBeWritten = 'Ideas to write.md';

const bytes = (path: string): Buffer => readFileSync(join(root, path));
const text = (path: string): string => bytes(path).toString('utf8');

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();
const visible = files.filter((path) => !path.startsWith('.'));
const notes = visible.filter((path) => path.endsWith('.md'));
const under = (folder: string): string[] => notes.filter((path) => path.startsWith(`${folder}/`));

describe('the example vault', () => {
  test('has 70 to 110 notes and stays small', () => {
    expect(notes.length).toBeGreaterThanOrEqual(70);
    expect(notes.length).toBeLessThanOrEqual(110);
    const size = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(size).toBeLessThan(400_000);
  });

  const rooms: [folder: string, least: number][] = [
    ['Journal/Daily', 12],
    ['Journal/Weekly', 3],
    ['Journal/Monthly', 1],
    ['Projects', 9],
    ['People', 7],
    ['Meetings', 4],
    ['Zettel', 9],
    ['Books', 7],
    ['Recipes', 3],
    ['Garden', 4],
    ['Reference', 6],
    ['Reference/Shown', 10],
    ['Templates', 4],
    ['Inbox', 3],
  ];
  test.each(rooms)('keeps its notes in %s', (folder, least) => {
    expect(under(folder).length).toBeGreaterThanOrEqual(least);
  });

  // Windows forbids the colon and its kin; decomposed accents change on some copies.
  test('has names that every file system can hold side by side', () => {
    const folded = visible.map((path) => path.normalize('NFC').toLowerCase());
    expect(new Set(folded).size).toBe(visible.length);
    expect(
      visible.filter((path) => path !== path.normalize('NFC') || /[*"\\<>:|?]/.test(path)),
    ).toEqual([]);
  });

  test('has settings that are valid JSON', () => {
    const settings = files.filter((path) => /^\.obsidian\/.*\.json$/.test(path));
    expect(settings).toEqual(
      expect.arrayContaining(
        [
          'app.json',
          'appearance.json',
          'bookmarks.json',
          'community-plugins.json',
          'core-plugins.json',
          'daily-notes.json',
          'plugins/dataview/data.json',
          'plugins/periodic-notes/data.json',
          'templates.json',
          'types.json',
        ].map((name) => `.obsidian/${name}`),
      ),
    );
    for (const path of settings) expect(() => JSON.parse(text(path)), path).not.toThrow();
  });
});

const shows = (path: string, pattern: RegExp): void =>
  expect(text(path), `${path} lost ${pattern}`).toMatch(pattern);

const tour = 'Reference/Markdown tour.md';
const code = 'Reference/Code corner.md';
const courtyard = 'Projects/Courtyard garden/Courtyard garden.md';
const features: [what: string, path: string, pattern: RegExp][] = [
  ['text property', courtyard, /^status: active$/m],
  ['number property', courtyard, /^budget: \d+$/m],
  ['checkbox property', courtyard, /^public: true$/m],
  ['date property', courtyard, /^deadline: \d{4}-\d\d-\d\d$/m],
  ['datetime property', courtyard, /^kick-off: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/m],
  ['link in a property', courtyard, /^lead: "\[\[.+\]\]"$/m],
  ['list of links in a property', courtyard, /^team:\n {2}- "\[\[/m],
  ['aliases', courtyard, /^aliases:\n {2}- /m],
  ['css classes', 'Home.md', /^cssclasses:\n {2}- /m],
  ['empty and nested properties', tour, /^empty:\nnested:\n {2}kept:/m],
  ['comment in the frontmatter', 'Books/A Field Guide to Puddles.md', /^rating: 4 # /m],
  ['tag of three levels', courtyard, /#project\/garden\/children/],
  ['task statuses', 'Task board.md', /^- \[\/\] [\s\S]*^- \[x\] [\s\S]*^- \[-\] [\s\S]*^- \[>\] /m],
  ['due date by emoji', 'Task board.md', /📅 \d{4}-\d\d-\d\d/u],
  ['due date by field', 'Task board.md', /\[due:: \d{4}-\d\d-\d\d\]/],
  ['subtask', courtyard, /^ {4}- \[ \] /m],
  ['inline fields in three forms', tour, /\[in brackets:: .+\(in paren[\s\S]*^Full line:: /m],
  ['nested callout', tour, /^> > > \[!example\]/m],
  ['folded callout', tour, /^> \[!info\]- /m],
  ['footnote of two paragraphs', tour, /^\[\^long\]: .+\n\n {4}with /m],
  ['inline footnote', tour, /\^\[Written in place\.\]/],
  ['block id', courtyard, / \^promise$/m],
  ['block id after a table', 'Projects/Orchard revival/Tree survey.md', /\|\n\n\^keepers\n\n/],
  ['embedded note', tour, /^!\[\[Salt & pepper crackers\]\]$/m],
  ['embedded heading', tour, /^!\[\[[^\]]+#The thread\]\]$/m],
  ['embedded block', tour, /^!\[\[[^\]]+#\^tags\]\]$/m],
  ['embedded image with a size', tour, /!\[\[.+\.png\|200\]\][\s\S]*!\[.+\|120x90\]\(/],
  ['embedded PDF with a height', tour, /!\[\[.+\.pdf#height=240\]\]/],
  ['embedded PDF page', 'Journal/Daily/2026-04-24.md', /!\[\[.+\.pdf#page=2\]\]/],
  ['embedded base view and canvas', tour, /!\[\[.+\.base#.+\]\][\s\S]*!\[\[.+\.canvas\]\]/],
  [
    'encoded, angle-bracket and titled links',
    tour,
    /%20[\s\S]*\]\(<[\s\S]*\.md "The front door"\)/,
  ],
  ['reference links', tour, /\]\[soil\][\s\S]*^\[soil\]: /m],
  ['both comments', tour, /<!-- hidden [\s\S]*^%%\n/m],
  ['escaped pipe in a table', 'Home.md', /^\| \[\[[^|]+\\\|/m],
  [
    'fences in five languages',
    code,
    /```js[\s\S]*~~~python[\s\S]*```rust[\s\S]*```sql[\s\S]*```sh/,
  ],
  ['links and tags in code', code, /\[\[Not a note\]\] and #not-a-tag/],
  ['display and inline math', 'Reference/Slopes, sums and drains.md', /\$1\.5[\s\S]*^\$\$$/m],
  ['Mermaid', 'Reference/Slopes, sums and drains.md', /^```mermaid$/m],
  ['setext headings', 'Reference/Studio handbook.md', /^=+$[\s\S]*^-{3,}$/m],
  ['Chinese and Japanese characters', 'Garden/苔の庭.md', /日本\/庭/],
  ['emoji in name and tag', 'Garden/🌱 Seed log.md', /🌱\/spring/u],
  ['inline query', 'Dashboard.md', /`= this\.file\.name`/],
  ['TABLE query', 'Dashboard.md', /^TABLE WITHOUT ID [\s\S]*^LIMIT 5$/m],
  ['GROUP BY and FLATTEN', 'Dashboard.md', /^GROUP BY [\s\S]*^FLATTEN /m],
  ['LIST query', 'Dashboard.md', /^LIST\nFROM \[\[/m],
  ['CALENDAR query', 'Dashboard.md', /^CALENDAR /m],
  ['CSV source', 'Dashboard.md', /^FROM csv\("Attachments\/tree-survey\.csv"\)$/m],
  ['TASK query', 'Task board.md', /^TASK$/m],
  ['base block', 'Dashboard.md', /^```base\nfilters:/m],
  [
    'base file with formulas, groups, views',
    'Books/Reading.base',
    /^formulas:[\s\S]*groupBy:[\s\S]*cards/m,
  ],
  ['template variables', 'Templates/Meeting note.md', /"\{\{date\}\}"[\s\S]*\{\{title\}\}/],
  ['ignore filters', '.obsidian/app.json', /"userIgnoreFilters": \[\n/],
];

describe('the example vault shows', () => {
  test.each(features)('%s', (_, path, pattern) => shows(path, pattern));

  test('line endings, marks and ends of every kind', () => {
    const letter = text('Reference/Letter from Aunt Hesper.md');
    expect(letter.match(/\r\n/g)?.length).toBe(letter.match(/\n/g)?.length);
    expect(bytes('Inbox/Imported from phone.md').subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(text('Inbox/Scratch.md').endsWith('\n')).toBe(false);
    expect(bytes('Inbox/Untitled.md').length).toBe(0);
  });

  test('names with dots, accents, signs, and one name in two folders', () => {
    for (const part of ['v1.2.md', 'Crème', ' & ', '(2025)', "'s "])
      expect(
        visible.some((path) => path.includes(part)),
        part,
      ).toBe(true);
    expect(notes.filter((path) => path.endsWith('/Plan.md'))).toHaveLength(2);
  });

  test('attachments that are what they say', () => {
    const starts = (path: string, mark: string) =>
      expect(bytes(`Attachments/${path}`).toString('latin1').startsWith(mark), path).toBe(true);
    starts('courtyard-sketch.png', '\x89PNG\r\n');
    starts('soil-report.pdf', '%PDF-1.');
    starts('orchard-rows.svg', '<svg ');
    starts('tree-survey.csv', 'tree,kind,');
  });

  test('a canvas whose files and edges exist', () => {
    const board: {
      nodes: { id: string; file?: string }[];
      edges: { fromNode: string; toNode: string }[];
    } = JSON.parse(text('Projects/Courtyard garden/Courtyard board.canvas'));
    const ids = board.nodes.map(({ id }) => id);
    expect(visible).toEqual(expect.arrayContaining(board.nodes.flatMap(({ file }) => file ?? [])));
    expect(ids).toEqual(expect.arrayContaining(board.edges.flatMap((e) => [e.fromNode, e.toNode])));
  });
});

const readme = `${playground}README.md`;
const planted = [
  ...text(readme).matchAll(/^\| ([a-z-]+[^|]*) \| (.+?\.md) \| (\d+) \| `(.+)` \|$/gm),
]
  .map(([, problem = '', path = '', line = '', what = '']) => ({ problem, path, line, what }))
  .map((row) => ({ ...row, line: Number(row.line) }));

describe('the lint playground', () => {
  test.each(planted)('has $problem in $path, line $line', ({ path, line, what }) => {
    expect(text(path).split(/\r?\n/)[line - 1]).toContain(what);
  });

  test('plants every kind of problem', () => {
    expect([...new Set(planted.map(({ problem }) => problem.split(' ')[0]))].sort()).toEqual([
      'ambiguous-link',
      'broken-anchor',
      'broken-embed',
      'broken-link',
      'conflict-marker',
      'duplicate-alias',
      'duplicate-block-id',
      'duplicate-property',
      'empty-embed',
      'frontmatter-invalid',
      'tag-case',
      'unclosed-fence',
    ]);
  });

  test('lists every note of its own folder', () => {
    const listed = new Set(planted.map(({ path }) => path));
    const twins = (path: string) => path.includes('/Twins/');
    const own = notes.filter((path) => path.startsWith(playground) && path !== readme);
    expect(own.filter((path) => !twins(path) && !listed.has(path))).toEqual([]);
    expect(own.filter(twins)).toHaveLength(2);
  });
});

/** The text without code and HTML, roughly: enough for the notes of this vault. */
const spoken = (path: string): string =>
  text(path)
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, '')
    .replace(/<!--[\s\S]*?-->|<details>[\s\S]*?<\/details>|^ {4}Indented.*$/gm, '')
    .replace(/(`+)[^\n]*?[^`]\1(?!`)/g, '');

const targets = (path: string): string[] => [
  ...[...spoken(path).matchAll(/\[\[([^[\]|#\\]+)/g)].map(([, target = '']) => target),
  ...[...spoken(path).matchAll(/\]\((?!\w+:|#)<?([^)>"#]+?)>?(?: "[^"]*")?(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => decodeURI(target).replace(/^(\.\.?\/)+/, ''),
  ),
];

test('links lead nowhere in the two places that say so, and nowhere else', () => {
  const leads = (target: string): boolean =>
    visible.some((path) => [target, `${target}.md`].some((end) => `/${path}`.endsWith(`/${end}`)));
  const astray = Object.fromEntries(
    notes
      .map((path): [string, string[]] => [path, targets(path).filter((target) => !leads(target))])
      .filter(([, lost]) => lost.length > 0),
  );
  expect(astray).toEqual({
    [toBeWritten]: [
      'Benches that invite two strangers',
      'A short history of the kerb',
      'Granite sorts',
      'Zettel/Why mosses forgive',
      "Otto's cider press",
      'Walks/Tram line.md',
    ],
    [`${playground}Links gone wrong.md`]: [
      'The house that is not there',
      'missing-photo.png',
      'Attachments/old-survey.md',
    ],
  });
});
