import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyNamed, outcomeOf, RestHome } from '../support/rest.ts';
import { noteA, repeatedNote } from '../support/section-cases.ts';

const keys = [
  keyNamed('k'),
  keyNamed('three', { generation: 3 }),
  keyNamed('four', { generation: 4 }),
];
const markdown = { 'content-type': 'text/markdown' };
const json = { 'content-type': 'application/json' };
const create = { 'create-target-if-missing': 'true' };

type Headers = Readonly<Record<string, string>>;

async function openNote(files: Readonly<Record<string, string>> = {}) {
  const home = await RestHome.open({
    keys,
    files: { 'a.md': noteA, 'dup.md': repeatedNote, ...files },
  });
  return {
    home,
    reset: async (note: string) => {
      const answer = await home.client().send('PUT', '/vault/a.md', note, markdown);
      expect(answer.status).toBe(204);
    },
    patch: (body: string, headers: Headers, { path = 'a.md', key = 'k' } = {}) =>
      home.client(key).send('PATCH', `/vault/${path}`, body, { ...markdown, ...headers }),
    read: () => readFileSync(join(home.root, 'a.md'), 'utf8'),
  };
}

const by = (operation: string, type: string, target: string, more: Headers = {}): Headers => ({
  operation,
  'target-type': type,
  target,
  ...more,
});
const inSub = by('append', 'heading', 'One::Sub');
const appended = noteA.replace('^p1\n', '^p1\n\nnew\n');

test('114 and 115 the format of the fourth generation needs no version', async () => {
  const { patch, reset } = await openNote();
  const wanted = { four: undefined, k: 'true; sunset-version="6.0"' };
  for (const [key, deprecation] of Object.entries(wanted)) {
    for (const version of [{}, { 'markdown-patch-version': '1' }]) {
      await reset(noteA);
      const answer = await patch('new', { ...inSub, ...version }, { key });
      expect(answer.text).toBe(appended);
      expect(answer.headers.deprecation).toBe(deprecation);
      expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    }
  }
});

/** What each request makes of the note; its answer is the whole note, too. */
const applied: readonly (readonly [name: string, body: string, headers: Headers, text: string])[] =
  [
    ['116 charset', 'new', { ...inSub, 'content-type': 'text/markdown; charset=utf-8' }, appended],
    ['117 encoded', 'new', by('append', 'heading', 'One%3A%3ASub'), appended],
    [
      '117 delimiter',
      'new',
      by('append', 'heading', 'One/Sub', { 'target-delimiter': '/' }),
      appended,
    ],
    ['118 bare name', 'new', by('append', 'heading', 'Sub'), appended],
    [
      '121',
      'new\n',
      by('prepend', 'heading', 'One'),
      noteA.replace('# One\n\n', '# One\n\nnew\n\n'),
    ],
    ['122', 'new', by('replace', 'heading', 'One::Sub'), noteA.replace(/sub body.*\^p1/s, 'new')],
    ['123', '', by('replace', 'heading', 'One::Sub'), noteA.replace(/sub body.*\^p1\n\n/s, '')],
    [
      '124',
      'new\n',
      by('append', 'heading', 'One::New', create),
      noteA.replace('^p1\n', '^p1\n\n## New\nnew\n'),
    ],
    ['125', 'new\n', by('append', 'heading', 'X::Y', create), `${noteA}\n# X\n## Y\nnew\n`],
    [
      '126',
      'sub body',
      by('append', 'heading', 'One'),
      noteA.replace('^p1\n', '^p1\n\nsub body\n'),
    ],
    ['129', 'new', { ...inSub, 'trim-target-whitespace': 'true' }, appended],
    ['130 append', 'X', by('append', 'block', 'p1'), noteA.replace('with id ', 'with idX ')],
    ['130 replace', 'X', by('replace', 'block', 'p1'), noteA.replace('para with id', 'X')],
    ['130 caret', 'X', by('replace', 'block', '^p1'), noteA.replace('para with id', 'X')],
    ['131', 'X', by('replace', 'block', 'zz', create), `${noteA}\nX ^zz\n`],
    ...['[["3","4"]]', '["3","4"]'].map(
      (rows) =>
        [
          '132',
          rows,
          by('append', 'block', 't1', json),
          noteA.replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |'),
        ] as const,
    ),
    [
      '134',
      '4',
      by('replace', 'frontmatter', 'count', json),
      noteA.replace('count: 3', 'count: 4'),
    ],
    ['135', 'done', by('replace', 'frontmatter', 'status'), noteA.replace('open', 'done')],
    ...['["x"]', '"x"'].map(
      (value) =>
        [
          '136',
          value,
          by('append', 'frontmatter', 'tags', json),
          noteA.replace('work/deep]', 'work/deep, x]'),
        ] as const,
    ),
    [
      '138 made',
      '1',
      by('replace', 'frontmatter', 'zz', { ...json, ...create }),
      noteA.replace('count: 3\n', 'count: 3\nzz: 1\n'),
    ],
    [
      '143',
      '## Renamed',
      by('replace', 'heading', 'One::Sub', { 'target-scope': 'marker' }),
      noteA.replace('## Sub', '## Renamed'),
    ],
    [
      '143 with its content',
      '## Renamed\n\nx',
      by('replace', 'heading', 'One::Sub', { 'target-scope': 'markerAndContent' }),
      noteA.replace(/## Sub.*\^p1/s, '## Renamed\n\nx'),
    ],
    ['149', 'new', { heading: 'One::Sub', 'content-insertion-position': 'end' }, appended],
    ['149 default', 'new', { heading: 'One/Sub', 'heading-boundary': '/' }, appended],
    [
      '150',
      'new',
      { heading: 'One', 'content-insertion-position': 'beginning' },
      noteA.replace('# One\n\n', '# One\n\nnew\n\n'),
    ],
    ['150 alone', 'new', { heading: 'Sub' }, appended],
    [
      'rows under a heading',
      '["3","4"]',
      by('append', 'heading', 'T', json),
      '# T\n\n| a | b |\n|---|---|\n| 3 | 4 |\n',
    ],
  ];

test('152 and 116 to 150 a patch by headers changes only what it names', async () => {
  const { patch, reset, read } = await openNote();
  for (const [name, body, headers, text] of applied) {
    await reset(text.startsWith('# T') ? '# T\n\n| a | b |\n|---|---|\n' : noteA);
    const answer = await patch(body, headers);
    const got = { status: answer.status, text: answer.text, file: read() };
    expect({ name, ...got }).toEqual({ name, status: 200, text, file: text });
    expect({ name, type: answer.headers['content-type'] }).toEqual({
      name,
      type: 'text/markdown; charset=utf-8',
    });
    expect(answer.headers.deprecation).toMatch(/^true; sunset-version="[46]\.0"$/);
  }
});

/** What is refused: with which number, and which words. */
const refused: readonly (readonly [string, string, Headers, string, RegExp])[] = [
  [
    '119',
    'x',
    by('append', 'heading', 'Zed'),
    '400/40080',
    /could not be applied.*\ninvalid-target\n/,
  ],
  [
    '127',
    'sub body',
    by('append', 'heading', 'One', { 'reject-if-content-preexists': 'true' }),
    '400/40080',
    /\ncontent-already-preexists-in-target\n/,
  ],
  [
    '133 count',
    '[["3"]]',
    by('append', 'block', 't1', json),
    '400/40080',
    /\ntable-content-incorrect-column-count\n/,
  ],
  [
    '133 no table',
    '[["3","4"]]',
    by('append', 'block', 'p1', json),
    '400/40080',
    /\ncontent-type-invalid-for-target\n/,
  ],
  [
    '133 no rows',
    '{"a":1}',
    by('append', 'block', 't1', json),
    '400/40080',
    /\ncontent-type-invalid\n/,
  ],
  [
    '137',
    '1',
    by('append', 'frontmatter', 'count', json),
    '400/40080',
    /\ncontent-not-mergeable\n/,
  ],
  ['138', '1', by('replace', 'frontmatter', 'zz', json), '400/40080', /\ninvalid-target\n/],
  ['139 no type', 'x', { operation: 'append', target: 'One' }, '400/40053', /./],
  ['139 type', 'x', by('append', 'line', 'One'), '400/40054', /./],
  ['139 no operation', 'x', { 'target-type': 'heading', target: 'One' }, '400/40056', /./],
  ['139 operation', 'x', by('delete', 'heading', 'One'), '400/40057', /./],
  ['140', 'x', { operation: 'append', 'target-type': 'heading' }, '400/40055', /./],
  ['141', 'x', by('append', 'heading', '%E0%A4%A'), '400/40058', /./],
  ['142', 'x', { ...inSub, 'content-type': 'text/plain' }, '400/40012', /./],
  ['142 none', 'x', { ...inSub, 'content-type': '' }, '400/40012', /./],
  ['144', 'x', { ...inSub, 'target-scope': 'all' }, '400/40059', /./],
  [
    '144 property',
    'x',
    by('replace', 'frontmatter', 'status', { 'target-scope': 'marker' }),
    '400/40059',
    /./,
  ],
  ['147', '# Top\n', inSub, '400/40080', /\nheading-outside-section\n/],
  [
    '150 position',
    'x',
    { heading: 'One', 'content-insertion-position': 'middle' },
    '400/40050',
    /./,
  ],
  ['150 no heading', 'x', { 'content-insertion-position': 'end' }, '400/40051', /./],
  ['150 heading', 'x', { heading: 'Nope' }, '400/40052', /./],
  ['150 json', '1', { heading: 'One', ...json }, '400/40010', /./],
  ['151', 'x', { ...inSub, 'if-match': '"stale"' }, '412/41200', /./],
  [
    'version 1 without a target',
    '{}',
    { ...json, 'markdown-patch-version': '1' },
    '400/40053',
    /./,
  ],
];

test('119 to 151 what is refused has its number, and the note stays', async () => {
  const { patch, read } = await openNote();
  for (const [name, body, headers, outcome, message] of refused) {
    const answer = await patch(body, headers);
    expect({ name, outcome: outcomeOf(answer) }).toEqual({ name, outcome });
    expect(answer.json.message).toMatch(message);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  }
  expect(read()).toBe(noteA);
});

test('120 a name that several headings have is refused, and they are named', async () => {
  const { patch } = await openNote();
  const answer = await patch('x', by('append', 'heading', 'L'), { path: 'dup.md' });
  expect(outcomeOf(answer)).toBe('400/40080');
  expect(answer.json.message).toMatch(/\ninvalid-target\n.*Candidates: L, L\./);
});

test('127 and 128 the third generation refuses what is there, unless told otherwise', async () => {
  const { patch, read } = await openNote();
  const headers = by('append', 'heading', 'One');
  const key = { key: 'three' };
  expect(outcomeOf(await patch('sub body', headers, key))).toBe('400/40080');
  expect(read()).toBe(noteA);
  const anyway = { ...headers, 'apply-if-content-preexists': 'true' };
  expect((await patch('sub body', anyway, key)).status).toBe(200);
});

test('145 a missing note is not made, and a folder is none', async () => {
  const { patch } = await openNote({ 'f/b.md': 'x\n' });
  expect(outcomeOf(await patch('x', inSub, { path: 'none.md' }))).toBe('404/40400');
  expect(outcomeOf(await patch('x', inSub, { path: 'f/' }))).toBe('405/40510');
});

test('146 a property of a note with broken properties is not changed', async () => {
  const broken = '---\na: [1\n---\n';
  const { patch, home } = await openNote({ 'broken.md': broken });
  const headers = by('replace', 'frontmatter', 'a', json);
  expect(outcomeOf(await patch('1', headers, { path: 'broken.md' }))).toBe('400/40005');
  expect(readFileSync(join(home.root, 'broken.md'), 'utf8')).toBe(broken);
});

test('148 a note with CRLF keeps every byte', async () => {
  const before = noteA.replaceAll('\n', '\r\n');
  const { patch, reset } = await openNote();
  await reset(before);
  expect((await patch('new', inSub)).text).toBe(appended.replaceAll('\n', '\r\n'));
});

test('targeted PUT and POST by headers are of the same format', async () => {
  const { home, read } = await openNote();
  const client = home.client('four');
  const target = { 'target-type': 'heading', target: 'One::Sub' };
  const send = (method: string, body: string, headers: Headers) =>
    client.send(method, '/vault/a.md', body, { ...markdown, ...target, ...headers });
  expect((await send('POST', 'new', {})).text).toBe(appended);
  expect((await send('PUT', 'sub body\n\npara with id ^p1', {})).text).toBe(noteA);
  expect((await send('POST', 'x', { target: 'Nope' })).json.errorCode).toBe(40080);
  expect(read()).toBe(noteA);
});
