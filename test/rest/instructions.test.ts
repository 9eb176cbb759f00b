import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomeOf, type RestAnswer, type RestClient, RestHome } from '../support/rest.ts';
import {
  noteA,
  refusedCases,
  repeatedNote,
  secondMark,
  sectionCases,
} from '../support/section-cases.ts';

const json = { 'content-type': 'application/json' };
const markdown = { 'content-type': 'text/markdown' };

/** A vault with one note, and ways to change it. */
async function openNote(text = noteA) {
  const home = await RestHome.open({ files: { 't.md': text } });
  const client = home.client();
  return {
    home,
    client,
    reset: async (note: string) => {
      expect((await client.send('PUT', '/vault/t.md', note, markdown)).status).toBe(204);
    },
    patch: (edit: unknown, headers = {}) =>
      client.send('PATCH', '/vault/t.md', JSON.stringify(edit), { ...json, ...headers }),
    read: () => readFileSync(join(home.root, 't.md'), 'utf8'),
  };
}

const warningsOf = ({ headers }: RestAnswer): string[] => {
  const header = String(headers['markdown-patch-warnings'] ?? '%5B%5D');
  return JSON.parse(decodeURIComponent(header)).map(({ code }: { code: string }) => code);
};

test('153 to 192 an instruction gives the bytes of the section editor', async () => {
  const { reset, patch, read } = await openNote();
  for (const { name, note = noteA, edit, text, warnings = [] } of sectionCases) {
    await reset(note);
    const answer = await patch(edit);
    const got = { status: answer.status, text: answer.text, file: read() };
    expect({ name, ...got }).toEqual({ name, status: 200, text, file: text });
    expect({ name, warnings: warningsOf(answer) }).toEqual({ name, warnings });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.deprecation).toBe(undefined);
  }
});

test('166 to 176 an instruction that is refused has the number of its failure', async () => {
  const { reset, patch, read } = await openNote();
  for (const { name, note = noteA, edit, number } of refusedCases) {
    await reset(note);
    const answer = await patch(edit);
    const wanted = `${Math.floor(number / 100)}/${number}`;
    expect({ name, outcome: outcomeOf(answer), file: read() }).toEqual({
      name,
      outcome: wanted,
      file: note,
    });
  }
});

const append = {
  targetType: 'heading',
  target: ['One', 'Sub'],
  operation: 'append',
  content: 'new',
};

test('154 the media type of an instruction is known, with and without parameters', async () => {
  const { patch } = await openNote();
  const type = 'application/vnd.olrapi.patch-instruction+json';
  expect((await patch(append, { 'content-type': type })).status).toBe(200);
  expect((await patch(append, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(
    200,
  );
});

test('158 links of other notes follow a heading that is renamed', async () => {
  const files = { 't.md': noteA, 'b.md': 'see [[t#Sub]]\n' };
  const home = await RestHome.open({ files });
  const rename = {
    targetType: 'heading',
    target: ['One', 'Sub'],
    operation: 'replace',
    scope: 'marker',
    content: 'Renamed',
  };
  const answer = await home.client().send('PATCH', '/vault/t.md', JSON.stringify(rename), json);
  expect(answer.headers['vaultd-step']).toEqual(expect.any(String));
  expect(readFileSync(join(home.root, 'b.md'), 'utf8')).toBe('see [[t#Renamed]]\n');
});

test('166 a position that is not there is told with the count', async () => {
  const { patch } = await openNote();
  const edit = { targetType: 'heading', target: ['One'], operation: 'delete', within: 9 };
  expect((await patch(edit)).json.message).toMatch(/it has 1/);
});

test('169 a property is not renamed onto another one', async () => {
  const { patch, read } = await openNote();
  const edit = {
    targetType: 'frontmatter',
    target: 'status',
    operation: 'replace',
    scope: 'marker',
    content: 'count',
  };
  expect(outcomeOf(await patch(edit))).toBe('409/40900');
  expect(read()).toBe(noteA);
});

test('170 and 171 what is malformed is named', async () => {
  const { patch } = await openNote();
  const wrong: [unknown, RegExp][] = [
    [{ ...append, targetType: 'paragraph' }, /targetType/],
    [{ ...append, operation: 'insert' }, /operation/],
    [{ ...append, value: 1 }, /"value"/],
    [{ ...append, content: 5 }, /content/],
    [{ ...append, content: undefined }, /"content"/],
    [{ ...append, colour: 'red' }, /"colour"/],
    [{ ...append, levels: 'absolute' }, /"levels"/],
    [{ ...append, ifMatch: 5 }, /"ifMatch"/],
  ];
  for (const [edit, message] of wrong) {
    const answer = await patch(edit);
    expect(outcomeOf(answer)).toBe('400/40081');
    expect(answer.json.message).toMatch(message);
  }
});

test('172 an edit of another version is refused, one of the current version is made', async () => {
  const { patch, client, read } = await openNote();
  const { etag = '' } = (await client.get('/vault/t.md')).headers;
  const version = etag.replaceAll('"', '');
  expect(outcomeOf(await patch({ ...append, ifMatch: 'stale' }))).toBe('412/41200');
  expect(outcomeOf(await patch(append, { 'if-match': '"stale"' }))).toBe('412/41200');
  expect(read()).toBe(noteA);
  const answer = await patch({ ...append, ifMatch: version });
  expect(answer.status).toBe(200);
  expect(answer.headers.etag).not.toBe(etag);
  expect(answer.headers.etag).toBe((await client.get('/vault/t.md')).headers.etag);
});

test('173 a missing file is not made, and a folder is none', async () => {
  const home = await RestHome.open();
  const client = home.client();
  const send = (path: string) => client.send('PATCH', path, JSON.stringify(append), json);
  expect(outcomeOf(await send('/vault/none.md'))).toBe('404/40400');
  expect(outcomeOf(await send('/vault/Projects/'))).toBe('405/40510');
  expect(outcomeOf(await send('/vault/Projects'))).toBe('405/40510');
});

test('176 a name of the map is handed back as it is', async () => {
  const { client, patch, read } = await openNote(repeatedNote);
  const map = await client.get('/vault/t.md', {
    accept: 'application/vnd.olrapi.document-map+json',
  });
  const names = Object.keys(Object(map.json.headings));
  expect(names).toEqual(['L', `L${secondMark}`]);
  await patch({ ...append, target: [names[1]] });
  expect(read()).toBe(`${repeatedNote}\nnew\n`);
});

/** Sends text with its target outside of the body. */
const raw = (
  client: RestClient,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
) => client.send('PATCH', `/vault/t.md${path}`, body, { ...markdown, ...headers });

const append114 = noteA.replace('^p1\n', '^p1\n\nnew\n');

test('177 to 184 a target outside of the body', async () => {
  const { client, reset, read } = await openNote();
  const headers = { operation: 'append' };
  const inUrl = '/heading/One/Sub';
  const names = encodeURIComponent('["One","Sub"]');
  const byHeader = { operation: 'append', 'target-type': 'heading', target: names };
  const moved = { operation: 'replace', 'target-scope': 'parent' };
  const to = encodeURIComponent('{"parent":["Two"],"place":"last"}');
  const cases: [string, string, string | undefined, Record<string, string>, string][] = [
    ['177', inUrl, 'new', headers, append114],
    ['179', inUrl, undefined, { operation: 'delete' }, noteA.replace(/sub body.*\^p1\n\n/s, '')],
    [
      '180 rows',
      '/block/t1',
      '[["3","4"]]',
      { ...headers, ...json },
      noteA.replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |'),
    ],
    [
      '180 value',
      '/frontmatter/count',
      '4',
      { operation: 'replace', ...json },
      noteA.replace('count: 3', 'count: 4'),
    ],
    [
      '181',
      '/heading/One',
      ' more',
      { ...headers, within: '-1' },
      noteA.replace('one', 'one more'),
    ],
    [
      '182',
      inUrl,
      undefined,
      { ...moved, destination: to },
      sectionCases.find(({ name }) => name.startsWith('162'))?.text ?? '',
    ],
    ['183', '', 'new', { ...byHeader, 'markdown-patch-version': '2' }, append114],
    ['184', '', 'new', byHeader, append114],
  ];
  for (const [name, path, body, more, text] of cases) {
    await reset(noteA);
    const answer = await raw(client, path, body, more);
    const got = { status: answer.status, text: answer.text, file: read() };
    expect({ name, ...got }).toEqual({ name, status: 200, text, file: text });
  }
});

test('178 to 190 a target outside of the body that is refused', async () => {
  const { client, read } = await openNote();
  const inUrl = '/heading/One/Sub';
  const op = { operation: 'append' };
  const parent = { operation: 'replace', 'target-scope': 'parent' };
  const version2 = { 'markdown-patch-version': '2' };
  const instruction = 'application/vnd.olrapi.patch-instruction+json';
  const cases: [string, string, string | undefined, Record<string, string>, string][] = [
    ['178', inUrl, '', { operation: 'replace' }, '400/40081'],
    ['181', inUrl, 'x', { ...op, within: 'first' }, '400/40023'],
    ['182', inUrl, undefined, { ...parent, destination: '{nope' }, '400/40022'],
    ['185', '', 'x', { ...op, ...version2, 'target-type': 'heading', target: 'One' }, '400/40058'],
    ['186', inUrl, 'x', { ...op, 'target-delimiter': '::' }, '400/40084'],
    ['187', inUrl, 'x', { ...op, 'content-type': 'application/octet-stream' }, '400/40012'],
    ['188', inUrl, 'x', { ...op, 'markdown-patch-version': '1' }, '400/40082'],
    ['188 unknown', inUrl, 'x', { ...op, 'markdown-patch-version': '3' }, '400/40082'],
    ['189 both', inUrl, 'x', { ...op, 'target-type': 'heading', target: 'One' }, '422/42200'],
    ['189 instruction', inUrl, '{}', { 'content-type': instruction }, '422/42200'],
    ['190 array', '', '[]', json, '400/40081'],
    ['190 text', '', 'x', {}, '400/40081'],
    ['190 broken', '', '{', json, '400/40015'],
    ['no operation', inUrl, 'x', {}, '400/40056'],
    ['unknown operation', inUrl, 'x', { operation: 'swap' }, '400/40057'],
    ['unknown scope', inUrl, 'x', { ...op, 'target-scope': 'all' }, '400/40059'],
    ['unknown type', '/line/3', 'x', op, '400/40054'],
    ['no target', '/heading', 'x', op, '400/40055'],
  ];
  for (const [name, path, body, headers, outcome] of cases) {
    const answer = await raw(client, path, body, headers);
    expect({ name, outcome: outcomeOf(answer) }).toEqual({ name, outcome });
  }
  expect(read()).toBe(noteA);
});

test('191 what was read of a part can be written back, and no byte changes', async () => {
  const { client, read } = await openNote();
  for (const target of ['/heading/One', '/heading/One/Sub', '/heading/Two', '/block/p1']) {
    for (const scope of ['content', 'marker', 'markerAndContent']) {
      const headers = { 'target-scope': scope };
      const { text } = await client.get(`/vault/t.md${target}`, headers);
      const answer = await raw(client, target, text, { ...headers, operation: 'replace' });
      expect({ target, scope, text: answer.text }).toEqual({ target, scope, text: noteA });
    }
  }
  for (const key of ['title', 'status', 'tags', 'count']) {
    const { text } = await client.get(`/vault/t.md/frontmatter/${key}`);
    await raw(client, `/frontmatter/${key}`, text, { ...json, operation: 'replace' });
    expect({ key, text: read() }).toEqual({ key, text: noteA });
  }
});

test('192 to 195 PUT and POST of a part', async () => {
  const { client, reset, read } = await openNote();
  const make = { 'create-target-if-missing': 'true' };
  const cases: [string, string, string, string, Record<string, string>, string, string][] = [
    ['192', 'PUT', '/heading/Brand/New', 'x', markdown, '200', `${noteA}\n# Brand\n## New\nx\n`],
    ['193 missing', 'POST', '/heading/Nope', 'x', markdown, '404/40400', noteA],
    [
      '193 made',
      'POST',
      '/heading/Nope',
      'x',
      { ...markdown, ...make },
      '200',
      `${noteA}\n# Nope\nx\n`,
    ],
    ['193 append', 'POST', '/heading/One/Sub', 'new', markdown, '200', append114],
    ['194', 'PUT', '/frontmatter/count', '9', json, '200', noteA.replace('count: 3', 'count: 9')],
    [
      '194 text',
      'PUT',
      '/frontmatter/status',
      'done',
      markdown,
      '200',
      noteA.replace('open', 'done'),
    ],
    [
      '194 new',
      'PUT',
      '/frontmatter/zz',
      '"y"',
      json,
      '200',
      noteA.replace('count: 3\n', 'count: 3\nzz: y\n'),
    ],
    ['195', 'PUT', '/heading/One', '"x"', json, '400/40081', noteA],
    ['block', 'PUT', '/block/p1', 'X', markdown, '200', noteA.replace('para with id', 'X')],
    [
      'scope',
      'PUT',
      '/heading/One/Sub',
      'Renamed',
      { ...markdown, 'target-scope': 'marker' },
      '200',
      noteA.replace('## Sub', '## Renamed'),
    ],
    ['delete', 'DELETE', '/heading/One', '', {}, '405/40500', noteA],
    ['delete', 'DELETE', '', '', { 'target-type': 'heading', target: 'One' }, '405/40500', noteA],
  ];
  for (const [name, method, path, body, headers, outcome, text] of cases) {
    await reset(noteA);
    const answer = await client.send(method, `/vault/t.md${path}`, body, headers);
    const file = read();
    expect({ name, outcome: outcomeOf(answer), file }).toEqual({ name, outcome, file: text });
    if (outcome === '200') expect({ name, text: answer.text }).toEqual({ name, text });
  }
});
