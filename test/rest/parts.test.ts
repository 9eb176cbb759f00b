import { expect, test } from 'vitest';
import { keyNamed, noteA, outcomeOf, RestHome, restVault } from '../support/rest.ts';
import { secondMark } from '../support/section-cases.ts';

const keys = [keyNamed('k'), keyNamed('four', { generation: 4 })];
const note = { accept: 'application/vnd.olrapi.note+json' };
const map = { accept: 'application/vnd.olrapi.document-map+json' };

const open = async () =>
  (await RestHome.open({ keys, files: { ...restVault, 'to.md': '[[a]] [[gone]]\n' } })).client();

test('54 and 55 a note as JSON has everything that is known of it', async () => {
  const client = await open();
  const { headers } = await client.get('/vault/a.md');
  const answer = await client.get('/vault/a.md', note);
  expect(answer.headers['content-type']).toMatch(/^application\/vnd\.olrapi\.note\+json/);
  expect(answer.json).toMatchObject({
    path: 'a.md',
    content: noteA,
    tags: ['work', 'work/deep'],
    frontmatter: { title: 'Alpha', count: 3 },
    stat: { size: Buffer.byteLength(noteA), mtime: expect.any(Number), ctime: expect.any(Number) },
    links: [],
    backlinks: ['to.md'],
    unresolvedLinks: [],
    version: headers.etag?.replaceAll('"', ''),
  });
  const listed = await client.get('/vault/to.md', { accept: `${note.accept}, */*` });
  expect(listed.json).toMatchObject({ links: ['a.md'], unresolvedLinks: ['gone'] });
});

test('56, 57, 58 any file is described as JSON, one that is missing is not', async () => {
  const client = await open();
  expect((await client.get('/vault/broken.md', note)).json).toMatchObject({ frontmatter: {} });
  expect((await client.get('/vault/pic.png', note)).json).toMatchObject({
    content: expect.stringContaining('PNG'),
    stat: { size: 6 },
  });
  expect(outcomeOf(await client.get('/vault/zz.md', note))).toBe('404/40400');
});

test('59, 60, 61, 62, 63, 64, 65 the map of a note has the shape of the generation, or of its version', async () => {
  const home = await RestHome.open({ keys });
  const get = (key: string, headers = {}) =>
    home.client(key).get('/vault/a.md', { ...map, ...headers });
  const common = { blocks: ['p1', 't1'], frontmatterFields: ['title', 'status', 'tags', 'count'] };
  const nested = { headings: { One: { Sub: {} }, Two: {} }, ...common };
  const flat = { headings: ['One', 'One::Sub', 'Two'], ...common };
  const { etag } = (await home.client().get('/vault/a.md')).headers;
  expect((await get('k')).json).toEqual({ ...nested, version: etag?.replaceAll('"', '') });
  expect((await get('four')).json).toEqual(flat);
  for (const key of ['k', 'four']) {
    const first = await get(key, { 'markdown-patch-version': '1' });
    expect(first.json).toEqual(flat);
    expect(first.headers.deprecation).toBe('true; sunset-version="6.0"');
    const second = await get(key, { 'markdown-patch-version': '2' });
    expect(second.json).toMatchObject(nested);
    expect(second.headers.deprecation).toBe(undefined);
  }
  expect(outcomeOf(await get('k', { 'markdown-patch-version': '9' }))).toBe('400/40082');
  expect(outcomeOf(await home.client().get('/vault/broken.md', map))).toBe('400/40005');
  const repeated = await home.client().get('/vault/dup.md', map);
  expect(Object.keys(Object(repeated.json.headings))).toEqual(['L', `L${secondMark}`]);
});

const subText = '\nsub body\n\npara with id ^p1\n\n';
const heading = { 'target-type': 'heading' };

test('66 to 74 a part of a note is read by its URL or by headers', async () => {
  const client = await open();
  const cases: [string, string, Record<string, string>, string][] = [
    ['66', 'a.md/heading/One/Sub', {}, subText],
    ['66 levels', 'a.md/heading/One', {}, `\nbody of one\n\n# Sub\n${subText}`],
    ['67', 'a.md/heading/One/Sub', { 'target-scope': 'marker' }, 'Sub'],
    ['68', 'a.md/heading/One/Sub', { 'target-scope': 'markerAndContent' }, `# Sub\n${subText}`],
    ['69', 'a.md', { ...heading, target: 'One::Sub' }, subText],
    ['69 levels', 'a.md', { ...heading, target: 'One' }, `\nbody of one\n\n## Sub\n${subText}`],
    ['70', 'a.md', { ...heading, target: 'One%3A%3ASub' }, subText],
    ['70', 'a.md', { ...heading, target: 'One/Sub', 'target-delimiter': '/' }, subText],
    ['70 bare', 'a.md', { ...heading, target: 'Sub' }, subText],
    ['71', 'a.md/frontmatter/status', {}, '"open"'],
    ['71 header', 'a.md', { 'target-type': 'frontmatter', target: 'count' }, '3'],
    ['72', 'a.md/block/p1', {}, 'para with id'],
    ['73', 'odd.md/heading/TODO%2FDONE', {}, '\nx\n'],
    ['73', 'odd.md/heading/A::B', {}, '\nbody\n\n'],
  ];
  for (const [name, path, headers, text] of cases) {
    const answer = await client.get(`/vault/${path}`, headers);
    expect({ name, text: answer.text }).toEqual({ name, text });
    const type = name.startsWith('71') ? 'application/json' : 'text/markdown';
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
  }
});

test('69 a part by headers is deprecated from the fifth generation on', async () => {
  const home = await RestHome.open({ keys });
  const get = (key: string) => home.client(key).get('/vault/a.md', { ...heading, target: 'One' });
  expect((await get('k')).headers.deprecation).toBe('true; sunset-version="6.0"');
  expect((await get('four')).headers.deprecation).toBe(undefined);
});

test('74 to 78 a part that cannot be read has the number of its failure', async () => {
  const client = await open();
  const cases: [string, string, Record<string, string>, string][] = [
    ['74', 'a.md/heading/Nope', {}, '404/40400'],
    ['74', 'a.md/frontmatter/zz', {}, '404/40400'],
    ['74 header', 'a.md', { ...heading, target: 'Nope' }, '404/40400'],
    ['75', 'a.md/line/3', {}, '400/40054'],
    ['76', 'a.md/heading', {}, '400/40055'],
    ['76 header', 'a.md', heading, '400/40055'],
    ['77', 'a.md/heading/One', { ...heading, target: 'One' }, '422/42200'],
    ['78', 'a.md', { ...heading, target: '%E0%A4%A' }, '400/40058'],
    ['scope', 'a.md/heading/One', { 'target-scope': 'all' }, '400/40059'],
  ];
  for (const [name, path, headers, outcome] of cases) {
    const answer = await client.get(`/vault/${path}`, headers);
    expect({ name, outcome: outcomeOf(answer) }).toEqual({ name, outcome });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  }
});
