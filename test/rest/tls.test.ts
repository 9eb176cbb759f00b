import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { outcomeOf, RestClient, RestHome, secretOf } from '../support/rest.ts';
import { until } from '../support/until.ts';

const authorityOf = async (home: RestHome) =>
  (await home.client(null).get('/obsidian-local-rest-api.crt')).text;

/** A client over TLS that trusts this and nothing else. */
const overTls = (home: RestHome, ca: string) =>
  new RestClient(home.ports.https, { authorization: `Bearer ${secretOf('k')}` }, { ca });

test('10, 14 the authority and a description are there without a key', async () => {
  const home = await RestHome.open({ files: {} });
  const pem = await home.client(null).get('/obsidian-local-rest-api.crt');
  expect(pem.status).toBe(200);
  expect(pem.headers['content-type']).toMatch(/^application\/octet-stream/);
  expect(new X509Certificate(pem.text).ca).toBe(true);
  const description = await home.client(null).get('/openapi.yaml');
  expect(description.headers['content-type']).toBe('application/yaml; charset=utf-8');
  const { openapi, paths } = parse(description.text);
  expect(openapi).toMatch(/^3\./);
  expect(Object.keys(paths)).toContain('/vault/{path}');
  const asJson = await home.client(null).get('/openapi.json');
  expect(asJson.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(asJson.json).toEqual(parse(description.text));
});

/** A request of each kind; those that change something do so in a vault of their own. */
const requests: readonly [
  method: string,
  path: string,
  body?: string | undefined,
  headers?: object,
][] = [
  ['GET', '/openapi.yaml'],
  ['GET', '/vault/'],
  ['GET', '/vault/a.md'],
  ['HEAD', '/vault/a.md'],
  ['GET', '/vault/a.md', undefined, { accept: 'application/vnd.olrapi.document-map+json' }],
  ['GET', '/vault/a.md/heading/One/Sub'],
  ['GET', '/vault/pic.png'],
  ['GET', '/vault/none.md'],
  ['GET', '/vault/.obsidian/app.json'],
  ['GET', '/vault/%E0%A4%A'],
  ['PUT', '/vault/new.md', 'new', { 'content-type': 'text/markdown' }],
  ['POST', '/vault/new.md', 'more', { 'content-type': 'text/markdown' }],
  ['PUT', '/vault/new.md', 'x', { 'content-type': 'text/markdown', 'if-match': '"stale"' }],
  [
    'PATCH',
    '/vault/a.md',
    'new',
    {
      'content-type': 'text/markdown',
      operation: 'append',
      'target-type': 'heading',
      target: 'One::Sub',
    },
  ],
  [
    'PATCH',
    '/vault/a.md',
    '{"targetType":"frontmatter","target":"count","operation":"replace","value":4}',
    { 'content-type': 'application/json' },
  ],
  ['PATCH', '/vault/a.md/heading/None', 'x', { operation: 'append' }],
  ['MOVE', '/vault/new.md', undefined, { destination: 'moved.md' }],
  ['COPY', '/vault/moved.md', undefined, { destination: 'copied.md' }],
  ['DELETE', '/vault/copied.md'],
  ['DELETE', '/vault/copied.md'],
  ['POST', '/open/a.md'],
  ['GET', '/active/'],
  ['GET', '/periodic/weekly/'],
  ['GET', '/tags/'],
  ['GET', '/commands/'],
  ['POST', '/search/simple/?query=body'],
  [
    'POST',
    '/search/',
    '{"var":"frontmatter.count"}',
    { 'content-type': 'application/vnd.olrapi.jsonlogic+json' },
  ],
  ['OPTIONS', '/vault/', undefined, { origin: 'app://obsidian.md' }],
];

test('229 every kind of request has the same answer over TLS', async () => {
  const plain = await RestHome.open();
  const secure = await RestHome.open();
  const overPlain = plain.client();
  const encrypted = overTls(secure, await authorityOf(secure));
  for (const [method, path, body, headers = {}] of requests) {
    const answers = await Promise.all(
      [overPlain, encrypted].map(async (client) => {
        const {
          status,
          headers: got,
          text,
        } = await client.send(method, path, body, { ...headers });
        const { date, 'last-modified': time, 'vaultd-step': step, ...same } = got;
        return { status, text, same, changed: step !== undefined };
      }),
    );
    expect({ method, path, answer: answers[1] }).toEqual({ method, path, answer: answers[0] });
  }
});

test('11, 229 a client that trusts the authority is served by both names', async () => {
  const home = await RestHome.open();
  const ca = await authorityOf(home);
  expect((await overTls(home, ca).get('/vault/Projects/b.md')).text).toBe('plain\n');
  for (const host of ['localhost', '127.0.0.1']) {
    const status = await new Promise((resolve, reject) => {
      const options = { host, port: home.ports.https, ca, agent: false as const, family: 4 };
      const sent = request(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(200);
  }
});

test('12 a client that does not trust it hangs up', async () => {
  const home = await RestHome.open({ files: {} });
  const other = await RestHome.open({ files: {} });
  await expect(overTls(home, await authorityOf(other)).get('/')).rejects.toThrow();
  await expect(new RestClient(home.ports.https, {}, {}).get('/')).rejects.toThrow();
});

/** The certificate that a new connection is shown. */
function presented(port: number, ca: string): Promise<{ socket: TLSSocket; serial: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca }, () => {
      resolve({ socket, serial: socket.getPeerCertificate().serialNumber });
    });
    socket.on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}

const dayMs = 24 * 60 * 60 * 1000;

test('13 a certificate is renewed a month before its end, and connections stay', async () => {
  const home = await RestHome.open({
    files: {},
    clockMs: -336 * dayMs,
    limits: { renewSweepMs: 20 },
  });
  const ca = await authorityOf(home);
  const old = await presented(home.ports.https, ca);
  home.clock.ms = 0;
  await until(
    async () => (await presented(home.ports.https, ca)).serial !== old.serial,
    'a new certificate',
  );
  expect(await authorityOf(home)).toBe(ca);
  old.socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.https}\r\n\r\n`);
  const answer = await new Promise((resolve) => old.socket.once('data', resolve));
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
  expect(outcomeOf(await overTls(home, ca).get('/vault/'))).toBe('200');
});
