import { request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:tls';
import { beforeEach, expect, test } from 'vitest';
import { VaultError } from '../../src/contract/errors.ts';
import { WebHome } from '../support/web-protocol.ts';

const names = ['box.lan', '127.0.0.1'];
let home: WebHome;
let authority: string;
beforeEach(async () => {
  const remote = { host: '127.0.0.1', port: undefined, names };
  home = await WebHome.open({
    settings: { remote },
    limits: { wrongLoginsMax: 2 },
    assets: { 'index.html': '<title>page</title>' },
  });
  authority = (await ask('/authority.pem', { rejectUnauthorized: false })).text;
});

const linkOf = () => new URL(home.protocol.newLink('other machines'));

interface Asked {
  readonly status: number | undefined;
  readonly cookie: string | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** A request as a browser on another machine sends it, which trusts our authority. */
function ask(path: string, options: RequestOptions = {}): Promise<Asked> {
  const { port, host } = linkOf();
  return new Promise((resolve, reject) => {
    const { headers, ...others } = options;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        servername: 'box.lan',
        ca: authority,
        path,
        agent: false,
        headers: { host, ...headers },
        ...others,
      },
      async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        const { statusCode: status, headers: got } = response;
        const cookie = got['set-cookie']?.[0];
        resolve({ status, cookie, retryAfter: got['retry-after'], text });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function logIn(): Promise<string> {
  const { pathname, search, protocol, hostname } = linkOf();
  expect([protocol, hostname]).toEqual(['https:', 'box.lan']);
  const { status, cookie = '' } = await ask(pathname + search);
  expect(status).toBe(303);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; .*; Secure$/);
  return cookie.split(';')[0] ?? '';
}

test('without a setting no port is open to others', async () => {
  const closed = await WebHome.open();
  expect(() => closed.protocol.newLink('other machines')).toThrow(VaultError);
  expect(closed.protocol.lines).toHaveLength(1);
});

test('a link opens the page once over TLS, under a certificate for its name', async () => {
  const { pathname, search } = linkOf();
  expect((await ask(pathname + search)).status).toBe(303);
  expect((await ask(pathname + search)).status).toBe(401);
  const cookie = await logIn();
  expect((await ask('/', { headers: { cookie } })).text).toContain('<title>page</title>');
  expect((await ask('/')).status).toBe(401);
  await expect(ask('/', { servername: 'other.lan' })).rejects.toThrow(/other\.lan/);
});

test('plain HTTP and old TLS are not spoken', async () => {
  const { port } = linkOf();
  await expect(
    new Promise((resolve, reject) => {
      const sent = requestPlain({ host: '127.0.0.1', port, agent: false }, resolve);
      sent.on('error', reject);
      sent.end();
    }),
  ).rejects.toThrow();
  await expect(
    new Promise((resolve, reject) => {
      const options = { port: Number(port), ca: authority, servername: 'box.lan' } as const;
      const socket = connect({ ...options, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
      socket.once('secureConnect', resolve).once('error', reject);
    }),
  ).rejects.toThrow();
});

test('other names, origins and pages are refused before anything else', async () => {
  const cookie = await logIn();
  const { host } = linkOf();
  const statusWith = async (headers: Record<string, string>) =>
    (await ask('/', { headers: { cookie, ...headers } })).status;
  expect(await statusWith({ host: 'evil.example' })).toBe(403);
  expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
  expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await statusWith({ origin: `https://${host}` })).toBe(200);
});

test('wrong links and cookies are slowed down; a right cookie never waits', async () => {
  const cookie = await logIn();
  const wrong = { headers: { cookie: 'vaultd_session=wrong' } };
  expect((await ask('/open?key=wrong')).status).toBe(401);
  expect((await ask('/', wrong)).status).toBe(401);
  const { status, retryAfter } = await ask('/open?key=wrong');
  expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
  expect((await ask('/', wrong)).status).toBe(429);
  expect((await ask('/', { headers: { cookie } })).status).toBe(200);
  // The port of this machine does not wait for strangers.
  expect((await home.anonymous().get('/open?key=wrong')).status).toBe(401);
  home.clock.ms += 61_000;
  expect((await ask('/open?key=wrong')).status).toBe(401);
});

test('a restart keeps the port, the certificate and the login', async () => {
  const cookie = await logIn();
  const { host } = linkOf();
  await home.protocol.close();
  home = await WebHome.open({
    settings: { remote: { host: '127.0.0.1', port: undefined, names } },
    stateDir: home.stateDir,
    assets: { 'index.html': '<title>page</title>' },
  });
  expect(linkOf().host).toBe(host);
  expect((await ask('/', { headers: { cookie } })).status).toBe(200);
});
