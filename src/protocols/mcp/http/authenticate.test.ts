import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopbackName } from '../../../kit/loopback.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { isAcceptable } from './guard.ts';

const nowMs = 1_700_000_000_000;
const now = () => nowMs;
const exp = nowMs / 1000 + 600;
const secret = 'a secret of more than thirty-two characters';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hs256 = (claims: object, key = secret, alg = 'HS256') => {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};
const rs256 = (claims: object, key: KeyObject, kid: string) => {
  const signed = `${part({ alg: 'RS256', kid })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
};

const who = async (authenticate: Authenticate | undefined, token: string) =>
  (await authenticate?.(`Bearer ${token}`))?.clientId;

test('without authentication nobody is asked', () =>
  expect(createAuthenticate({ mode: 'none' }, now)).toBeUndefined());

test('tokens of the configuration', async () => {
  const tokens = [{ name: 'laptop', token: 'aaaaaaaaaaaaaaaaaaaa', scopes: ['tool:x:read'] }];
  const authenticate = createAuthenticate({ mode: 'token', tokens }, now);
  expect(await authenticate?.('Bearer aaaaaaaaaaaaaaaaaaaa')).toMatchObject({
    clientId: 'laptop',
    scopes: ['tool:x:read'],
  });
  for (const wrong of [undefined, '', 'Bearer', 'Basic aaaaaaaaaaaaaaaaaaaa', 'Bearer other']) {
    expect(await authenticate?.(wrong)).toBeUndefined();
  }
});

test('signed tokens, with all the ways to be wrong', async () => {
  const authenticate = createAuthenticate(
    { mode: 'jwt', secret, issuer: 'me', audience: 'us' },
    now,
  );
  const good = { cid: 'agent', iss: 'me', aud: 'us', exp };
  expect(await who(authenticate, hs256(good))).toBe('agent');
  const wrong: Record<string, string> = {
    'another key': hs256(good, `${secret}!`),
    'no signature': `${hs256(good).split('.').slice(0, 2).join('.')}.`,
    'another algorithm': hs256(good, secret, 'none'),
    expired: hs256({ ...good, exp: nowMs / 1000 - 3600 }),
    'without an end': hs256({ cid: 'agent', iss: 'me', aud: 'us' }),
    'not yet': hs256({ ...good, nbf: nowMs / 1000 + 3600 }),
    'another issuer': hs256({ ...good, iss: 'you' }),
    'another audience': hs256({ ...good, aud: ['them'] }),
    'no client': hs256({ iss: 'me', aud: 'us', exp }),
    'no token': 'abc',
  };
  for (const [why, token] of Object.entries(wrong))
    expect(await who(authenticate, token), why).toBeUndefined();
});

test('scopes come from three claims', async () => {
  const authenticate = createAuthenticate(
    { mode: 'jwt', secret, issuer: undefined, audience: undefined },
    now,
  );
  const token = hs256({
    client_id: 'a',
    exp,
    scp: ['x'],
    scope: 'y z',
    mcp_tool_scopes: ['x', 'w'],
  });
  expect((await authenticate?.(`Bearer ${token}`))?.scopes).toEqual(['x', 'y', 'z', 'w']);
});

test('public keys of an issuer', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let fetched = 0;
  const server = createServer((request, response) => {
    if (request.url === '/keys') fetched += 1;
    const { port } = server.address() as AddressInfo;
    const body =
      request.url === '/keys'
        ? { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1' }] }
        : { jwks_uri: `http://127.0.0.1:${port}/keys` };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authenticate = createAuthenticate(
    { mode: 'oauth', issuer, audience: 'us', jwksUri: undefined },
    now,
  );
  const claims = { cid: 'agent', iss: issuer, aud: ['us'], exp };
  expect(await who(authenticate, rs256(claims, privateKey, 'k1'))).toBe('agent');
  expect(await who(authenticate, rs256(claims, privateKey, 'k1'))).toBe('agent');
  expect(await who(authenticate, rs256(claims, privateKey, 'unknown'))).toBeUndefined();
  expect(
    await who(authenticate, hs256(claims, 'public keys are no secrets at all, ever')),
  ).toBeUndefined();
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(await who(authenticate, rs256(claims, other, 'k1'))).toBeUndefined();
  expect(fetched).toBe(1);
});

test('hosts and origins that are accepted', () => {
  const here = { host: '127.0.0.1', origins: [], publicUrl: undefined };
  const check = (host: string, origin: string | undefined, settings: typeof here | object = {}) =>
    isAcceptable({ host, origin }, { ...here, ...settings });
  expect(check('127.0.0.1:3010', undefined)).toBe(true);
  expect(check('localhost:3010', 'http://localhost:5173')).toBe(true);
  expect(check('[::1]:3010', undefined)).toBe(true);
  expect(check('evil.example', undefined)).toBe(false);
  expect(check('127.0.0.1', 'https://evil.example')).toBe(false);
  expect(check('127.0.0.1', 'null')).toBe(false);
  expect(check('127.0.0.1', 'https://a.b', { origins: ['https://a.b'] })).toBe(true);
  expect(check('127.0.0.1', 'http://localhost', { origins: ['https://a.b'] })).toBe(false);
  expect(
    check('notes.example', 'https://notes.example', { publicUrl: 'https://notes.example' }),
  ).toBe(true);
});

test('addresses of this machine alone', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1'])
    expect(isLoopbackName(host)).toBe(true);
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'localhost.evil.example'])
    expect(isLoopbackName(host)).toBe(false);
});
