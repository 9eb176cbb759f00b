import { expect, test } from 'vitest';
import { keyNamed, outcomeOf, RestHome } from '../support/rest.ts';

test('1 anyone learns who answers, and no more', async () => {
  const home = await RestHome.open();
  const { status, json } = await home.client(null).get('/');
  expect({ status, ...json }).toMatchObject({
    status: 'OK',
    authenticated: false,
    service: 'Obsidian Local REST API',
    vaultd: { version: '1.2.3' },
  });
  expect(json).not.toHaveProperty('certificateInfo');
  expect(json).not.toHaveProperty('apiExtensions');
});

test('2, 3, 4 a right key learns more, and its generation says which release we are', async () => {
  const home = await RestHome.open({
    keys: [keyNamed('k'), keyNamed('old', { generation: 4 })],
  });
  const { json } = await home.client().get('/');
  expect(json).toMatchObject({ authenticated: true, apiExtensions: [] });
  expect(json).toHaveProperty('manifest.dir', expect.any(String));
  expect(Number(Object(json.certificateInfo).validityDays)).toBeGreaterThan(0);
  expect(Object(json.versions).self).toMatch(/^5\./);
  const old = await home.client('old').get('/');
  expect(Object(old.json.versions).self).toMatch(/^4\./);
  const wrong = await home.client('wrong').get('/');
  expect(wrong).toMatchObject({ status: 200, json: { authenticated: false } });
});

test.each([
  ['5 no key', '/vault/', {}, '401/40101'],
  ['6 a wrong key', '/vault/', { authorization: 'Bearer x' }, '401/40101'],
  ['8 no scheme', '/vault/', { authorization: 'k' }, '401/40101'],
  ['9 an unknown path without a key', '/nowhere', {}, '401/40101'],
])('%s is refused', async (_, path, headers, expected) => {
  const home = await RestHome.open({ files: {} });
  expect(outcomeOf(await home.client(null).get(path, headers))).toBe(expected);
});

test('7, 9 the scheme has any case, and an unknown path is none', async () => {
  const home = await RestHome.open({ files: {} });
  const { authorization = '' } = home.client().headers;
  const bearer = String(authorization).replace('Bearer', 'bearer');
  expect(outcomeOf(await home.client(null).get('/vault/', { authorization: bearer }))).toBe('200');
  expect(outcomeOf(await home.client().get('/nowhere'))).toBe('404/40400');
});
