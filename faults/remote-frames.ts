import { randomBytes } from 'node:crypto';

type Chance = (below: number) => number;

const methods = [
  ...['auth', 'server.info', 'no.such', '', '__proto__', 'constructor'],
  ...['fs.stat', 'fs.exists', 'fs.list', 'fs.walk', 'fs.readText', 'fs.readBinary'],
  ...['fs.readBinaryRange', 'fs.thumbnail', 'fs.watch', 'fs.unwatch', 'fs.statMany'],
  ...['fs.readMany', 'fs.changesSince', 'vault.metadata', 'vault.search'],
  ...['fs.write', 'fs.append', 'fs.writeBinary', 'fs.mkdir', 'fs.remove', 'fs.copy', 'fs.rename'],
  ...['fs.rmdir', 'fs.trashLocal'],
];

/** Nothing here names the note that the honest client asks for. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, [], {}, [[]], [''], { a: 1 }],
  ...['', '.', '..', '../x', '/', '/etc/passwd', 'a\\b', 'a\0b', 'dir', 'dir/a', 'dir/b.md', 'x'],
  ...['AAAA', '@@@', '\ud800', 'é', 'x'.repeat(300), 'x/'.repeat(2000), '%', '__proto__'],
];

const members = [
  ...['path', 'oldPath', 'newPath', 'srcPath', 'destPath', 'content', 'contentBase64', 'paths'],
  ...['recursive', 'maxEntries', 'offset', 'length', 'maxDim', 'expectedMtime', 'expectedHash'],
  ...['encoding', 'ignore', 'subscriptionId', 'query', 'mode', 'cursor', 'since', 'token'],
];

/** The bytes of one connection, piece by piece. Without a token it stays a stranger. */
export function* randomFrames(chance: Chance, token: string | undefined): Generator<Buffer> {
  if (token !== undefined) yield frame(request(0, 'auth', { token }));
  for (let i = 0; i < 200; i++) {
    const kind = chance(1000);
    if (kind === 0) yield violation(chance);
    else if (kind < 30) yield frame(damage(randomRequest(chance), chance));
    else if (kind < 60) yield* split(frame(randomRequest(chance)), chance);
    else if (kind < 90) yield joined(chance);
    else yield frame(randomRequest(chance));
  }
}

function randomRequest(chance: Chance): string {
  const pick = <T>(list: readonly T[]): T | undefined => list[chance(list.length)];
  const method = pick(methods);
  const params: Record<string, unknown> = {};
  for (let i = chance(5); i > 0; i--) params[pick(members) ?? ''] = pick(values);
  // The wrong token would only end the connection early.
  if (method === 'auth' && chance(20) > 0) return request(chance(9), 'server.info', params);
  const id = chance(10) === 0 ? pick(values) : chance(1000);
  const message = {
    jsonrpc: chance(30) === 0 ? pick(values) : '2.0',
    ...(chance(6) > 0 && { id }),
    method: chance(40) === 0 ? pick(values) : method,
    ...(chance(12) > 0 && { params: chance(12) === 0 ? pick(values) : params }),
    ...(chance(6) === 0 && { meta: pick(values) }),
  };
  return JSON.stringify(chance(60) === 0 ? [message] : message);
}

function request(id: number, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function frame(body: string): Buffer {
  return Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function damage(body: string, chance: Chance): string {
  const at = chance(body.length);
  const kinds = [
    () => body.slice(0, at),
    () => body.slice(0, at) + body.slice(at + 1 + chance(4)),
    () => `${body.slice(0, at)}${randomBytes(3).toString('latin1')}${body.slice(at)}`,
    () => '['.repeat(chance(5000)),
    () => '',
  ];
  return kinds[chance(kinds.length)]?.() ?? body;
}

function* split(bytes: Buffer, chance: Chance): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + chance(40);
    yield bytes.subarray(at, end);
    at = end;
  }
}

function joined(chance: Chance): Buffer {
  return Buffer.concat(Array.from({ length: 2 + chance(20) }, () => frame(randomRequest(chance))));
}

/** After one of these the connection is over. */
function violation(chance: Chance): Buffer {
  const kinds = [
    'Content-Length: 16777217\r\n\r\n',
    'Content-Length: -1\r\n\r\n',
    'nonsense\r\n',
    '\r\n\r\n',
    `X: ${'x'.repeat(9000)}`,
    randomBytes(50).toString('latin1'),
  ];
  return Buffer.from(kinds[chance(kinds.length)] ?? '', 'latin1');
}
