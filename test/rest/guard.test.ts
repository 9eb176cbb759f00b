import { expect, test } from 'vitest';
import { outcomeOf, RestHome } from '../support/rest.ts';

const extension = 'chrome-extension://abc';
const evil = 'https://evil.example';

test('22, 23 only names of this machine with our port are accepted', async () => {
  const home = await RestHome.open({ files: {} });
  const { http: port } = home.ports;
  const check = async (host: string, expected: string, path = '/vault/') =>
    expect(outcomeOf(await home.client().get(path, { host }))).toBe(expected);
  await check('evil.example', '403/40300');
  await check('evil.example', '403/40300', '/');
  await check(`evil.example:${port}`, '403/40300');
  await check('localhost:1', '403/40300');
  for (const name of ['localhost', '127.0.0.1', '[::1]']) await check(`${name}:${port}`, '200');
});

test('24, 25, 28, 30 a page of another origin gets nothing, an extension what it asks for', async () => {
  const home = await RestHome.open({ files: {} });
  const foreign = await home.client().get('/vault/', { origin: evil });
  expect(outcomeOf(foreign)).toBe('403/40300');
  expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  const own = await home.client().get('/vault/', { origin: extension });
  expect(own).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': extension, vary: 'Origin' },
  });
  for (const name of ['Content-Location', 'ETag', 'Vaultd-Step']) {
    expect(own.headers['access-control-expose-headers']).toContain(name);
  }
  const program = await home.client().get('/vault/', { 'sec-fetch-mode': 'cors' });
  expect(program.status).toBe(200);
});

test('24 an error for an accepted origin can be read by its page', async () => {
  const home = await RestHome.open({ files: {} });
  const missing = await home.client().get('/vault/none.md', { origin: extension });
  expect(missing.headers['access-control-allow-origin']).toBe(extension);
  expect(outcomeOf(missing)).toBe('404/40400');
});

test('26, 27 a browser may ask before it sends, and is told the same for every path', async () => {
  const home = await RestHome.open({ files: { 'a.md': '' } });
  const ask = (origin: string, path: string) =>
    home.client(null).send('OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,target',
    });
  const there = await ask(extension, '/vault/a.md');
  expect(there.status).toBe(204);
  expect(there.headers['access-control-allow-headers']).toBe('authorization,target');
  for (const method of ['PATCH', 'MOVE', 'COPY']) {
    expect(there.headers['access-control-allow-methods']).toContain(method);
  }
  const { date: _, ...missing } = (await ask(extension, '/vault/none.md')).headers;
  expect(there.headers).toMatchObject(missing);
  expect((await ask(evil, '/vault/a.md')).status).toBe(403);
});

test.each([
  ['http://localhost:5173', '200'],
  ['http://127.0.0.1:8080', '200'],
  ['moz-extension://0b7c-11', '200'],
  ['app://obsidian.md', '200'],
  ['capacitor://localhost', '200'],
  ['http://localhost.evil.example', '403/40300'],
  ['chrome-extension://abc.evil.example', '403/40300'],
  ['app://obsidian.md.evil', '403/40300'],
  ['null', '403/40300'],
  ['', '403/40300'],
])('an origin of %j is answered %s', async (origin, expected) => {
  const home = await RestHome.open({ files: {} });
  expect(outcomeOf(await home.client().get('/vault/', { origin }))).toBe(expected);
});

test('29 the configuration can accept further hosts and origins', async () => {
  const home = await RestHome.open({
    files: {},
    settings: { origins: ['https://notes.example'], extraHosts: ['notes.example:8443'] },
  });
  const headers = { host: 'notes.example:8443', origin: 'https://notes.example' };
  expect(outcomeOf(await home.client().get('/vault/', headers))).toBe('200');
});
