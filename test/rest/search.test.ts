import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { keyNamed, noteA, outcomeOf, RestHome, restVault, secretOf } from '../support/rest.ts';
import { until } from '../support/until.ts';

const rule = { 'content-type': 'application/vnd.olrapi.jsonlogic+json' };
const table = { 'content-type': 'application/vnd.olrapi.dataview.dql+txt' };

/** The answer of a search as a list. */
const listOf = (
  text: string,
): { filename: string; score: number; result: unknown; matches: unknown }[] => JSON.parse(text);
const names = (text: string) => listOf(text).map(({ filename }) => filename);

test('210 a search takes its query from the URL, whatever its body is', async () => {
  const client = (await RestHome.open()).client();
  const bodies: [string | undefined, Record<string, string>][] = [
    [undefined, {}],
    ['null', { 'content-type': 'application/json' }],
    ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['{', { 'content-type': 'application/json' }],
  ];
  for (const [body, headers] of bodies) {
    const answer = await client.send('POST', '/search/simple/?query=body', body, headers);
    expect(answer.status).toBe(200);
    expect(listOf(answer.text)).toEqual([
      {
        filename: expect.stringMatching(/^(?:a|odd)\.md$/),
        score: expect.any(Number),
        matches: expect.any(Array),
      },
      { filename: expect.any(String), score: expect.any(Number), matches: expect.any(Array) },
    ]);
  }
});

test('211, 212, 213, 214 matches have offsets, a source and as much context as asked for', async () => {
  const client = (await RestHome.open()).client();
  const find = async (query: string) =>
    listOf((await client.send('POST', `/search/simple/?${query}`)).text);
  const found = await find('query=BODY&contextLength=5');
  const start = noteA.indexOf('body of one');
  expect(found.find(({ filename }) => filename === 'a.md')?.matches).toEqual([
    { match: { start, end: start + 4, source: 'content' }, context: 'One\n\nbody of o' },
    { match: expect.objectContaining({ source: 'content' }), context: '\nsub body\n\npar' },
  ]);
  const usual = await find('query=plain');
  expect(await find('query=plain&contextLength=abc')).toEqual(usual);
  expect(await find('query=nonl')).toMatchObject([
    { filename: 'nonl.md', matches: [{ match: { start: 0, end: 4, source: 'filename' } }] },
  ]);
  for (const query of ['', 'query=a&query=b']) {
    const answer = await client.send('POST', `/search/simple/?${query}`);
    expect(outcomeOf(answer)).toBe('400/40090');
  }
  expect(outcomeOf(await client.get('/search/simple/?query=a'))).toBe('404/40400');
});

test('215 the best come first, equal ones by path', async () => {
  const files = { 'b.md': 'x', 'a.md': 'x', 'x.md': 'x', 'c.md': 'x x x' };
  const client = (await RestHome.open({ files })).client();
  const { text } = await client.send('POST', '/search/simple?query=x');
  expect(names(text)).toEqual(['x.md', 'c.md', 'a.md', 'b.md']);
  const scores = listOf(text).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('225 every one of 10,000 notes with a common word is in the answer', async () => {
  const count = 10_000;
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`n${at}.md`, 'a common word\n']),
  );
  const client = (await RestHome.open({ files })).client();
  const { text } = await client.send('POST', '/search/simple/?query=common');
  expect(new Set(names(text)).size).toBe(count);
});

test('227 a search for a client that hangs up is stopped', async () => {
  // Thousands of places in each note: far more work than the few milliseconds between two pauses.
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`n${at}.md`, 'common '.repeat(5000)]),
  );
  const home = await RestHome.open({ files });
  const client = home.client();
  await client.send('POST', '/search/simple/?query=absent');
  const socket = connect(home.ports.http, '127.0.0.1');
  socket.write(
    `POST /search/simple/?query=common HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\nAuthorization: Bearer ${secretOf('k')}\r\nContent-Length: 0\r\n\r\n`,
  );
  const requests = () => home.protocol.status?.().requests;
  await until(() => requests() === 1, 'the search to begin');
  socket.destroy();
  await until(() => requests() === 0, 'the search to end');
  expect(home.sessions.list()).toMatchObject([{ calls: 2, failures: 1 }]);
});

test('216, 217, 218, 219, 220 a rule is asked about every note', async () => {
  const files = { ...restVault, 'clip.md': '---\nurl: https://x/*\n---\n' };
  const client = (await RestHome.open({ files })).client();
  const ask = async (logic: unknown, headers = {}) =>
    listOf(
      (await client.send('POST', '/search/', JSON.stringify(logic), { ...rule, ...headers })).text,
    );
  const isOpen = { '==': [{ var: 'frontmatter.status' }, 'open'] };
  const charset = { 'content-type': `${rule['content-type']}; charset=utf-8` };
  expect(await ask(isOpen)).toEqual([{ filename: 'a.md', result: true }]);
  expect(await ask(isOpen, charset)).toEqual([{ filename: 'a.md', result: true }]);
  expect(await ask({ var: 'frontmatter.count' })).toEqual([{ filename: 'a.md', result: 3 }]);
  for (const logic of [
    { glob: ['Projects/*', { var: 'path' }] },
    { regexp: ['^Projects/', { var: 'path' }] },
  ]) {
    expect((await ask(logic)).map(({ filename }) => filename).sort()).toEqual([
      'Projects/Deep/c, d.md',
      'Projects/b.md',
    ]);
  }
  const clipped = { glob: [{ var: 'frontmatter.url' }, 'https://x/a'] };
  expect(await ask(clipped)).toEqual([{ filename: 'clip.md', result: true }]);
});

test('221, 222 and 224 a query that cannot be evaluated has its number', async () => {
  const files = { 'a.md': `${'a'.repeat(5000)}!` };
  const client = (await RestHome.open({ files })).client();
  const cases: [string, string, Record<string, string>, string][] = [
    ['221 operator', '{"unknown":[1]}', rule, '400/40070'],
    ['221 broken', '{', rule, '400/40015'],
    ['221 no type', '{}', {}, '400/40011'],
    ['221 type', '{}', { 'content-type': 'application/json' }, '400/40012'],
    ['222', '{"regexp":["(?=a)(a+)+$",{"var":"content"}]}', rule, '400/40070'],
    ['224 list', 'LIST', table, '400/40070'],
    ['224 without id', 'TABLE WITHOUT ID file.mtime', table, '400/40070'],
    ['224 nonsense', 'nonsense', table, '400/40070'],
  ];
  for (const [name, body, headers, outcome] of cases) {
    const answer = await client.send('POST', '/search/', body, headers);
    expect({ name, outcome: outcomeOf(answer) }).toEqual({ name, outcome });
  }
});

test('223 a table gives its columns by name, in every generation', async () => {
  const keys = [3, 4, 5].map((generation) =>
    keyNamed(`g${generation}`, { generation: generation === 3 ? 3 : generation === 4 ? 4 : 5 }),
  );
  const home = await RestHome.open({ keys, files: { 'a.md': 'x' } });
  const query =
    'TABLE file.mtime WHERE file.mtime >= date(today) - dur(9 days) SORT file.mtime LIMIT 5';
  for (const { name } of keys) {
    const { text } = await home.client(name).send('POST', '/search/', query, table);
    expect(listOf(text)).toEqual([
      { filename: 'a.md', result: { 'file.mtime': expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
    ]);
  }
});

test('a ranked search answers as the plugin for it does', async () => {
  const files = { 'In/a.md': 'the red stone\n', 'Out/b.md': 'a stone\n', 'c.md': 'nothing\n' };
  const client = (await RestHome.open({ files })).client();
  const ask = async (body: unknown) =>
    client.send('POST', '/search/smart', JSON.stringify(body), {
      'content-type': 'application/json',
    });
  const found = { path: 'In/a.md', score: expect.any(Number), breadcrumbs: 'In > a' };
  expect((await ask({ query: 'red stone', filter: { limit: 1 } })).json).toMatchObject({
    results: [found],
  });
  const paths = async (filter: object) =>
    JSON.stringify((await ask({ query: 'stone', filter })).json).match(/(?:In|Out)\/\w/g);
  expect(await paths({ folders: ['Out/'] })).toEqual(['Out/b']);
  expect(await paths({ excludeFolders: ['Out'] })).toEqual(['In/a']);
  expect(outcomeOf(await ask({ filter: {} }))).toBe('400/40015');
});

test('226 what a key may not read is in no search', async () => {
  const keys = [keyNamed('k', { read: ['projects'] })];
  const home = await RestHome.open({ keys });
  const client = home.client();
  const found = await client.send('POST', '/search/simple/?query=a');
  expect(names(found.text).filter((name) => !name.startsWith('Projects/'))).toEqual([]);
  const all = await client.send('POST', '/search/', '{"var":"path"}', rule);
  expect(names(all.text)).toEqual(['Projects/Deep/c, d.md', 'Projects/b.md']);
  const rows = await client.send('POST', '/search/', 'TABLE file.mtime', table);
  expect(names(rows.text).sort()).toEqual(['Projects/Deep/c, d.md', 'Projects/b.md']);
});
