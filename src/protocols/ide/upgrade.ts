import type { IncomingMessage } from 'node:http';
import { ideLimits } from '../../contract/limits.ts';
import { isSameSecret } from '../../kit/secrets.ts';

export const tokenHeader = 'x-claude-code-ide-authorization';
export const subprotocol = 'mcp';

/** Why a request gets no WebSocket. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the log says; never a value that was sent. */
  readonly log: string;
}

/** What the tests look at besides the request. */
export interface HandshakeGate {
  readonly port: number;
  readonly extraHosts: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly isStopping: boolean;
}

type Request = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>;
type Test = (headers: Headers, gate: HandshakeGate, request: Request) => Refusal | undefined;

/** The tests in their order; the first that fails answers. Undefined lets the client in. */
export function refuse(request: Request, gate: HandshakeGate): Refusal | undefined {
  const headers = new Headers(request.rawHeaders);
  for (const test of tests) {
    const refusal = test(headers, gate, request);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const tests: readonly Test[] = [
  (headers) =>
    headers.count > ideLimits.headersMax
      ? no(431, 'Too many headers', 'Headers refused')
      : undefined,
  (headers, gate) =>
    isOurHost(headers.all('host'), gate) ? undefined : no(403, 'Host refused', 'Host refused'),
  (headers) =>
    headers.all('origin').length === 0 ? undefined : no(403, 'Origin refused', 'Origin refused'),
  (headers, _gate, request) =>
    isUpgrade(headers, request)
      ? undefined
      : no(426, 'Upgrade required', 'Upgrade refused', { Upgrade: 'websocket' }),
  (_headers, _gate, { url = '' }) =>
    url.split('?', 1)[0] === '/' ? undefined : no(404, 'Not found', 'Path refused'),
  (headers) =>
    headers.only('sec-websocket-version') === '13'
      ? undefined
      : no(426, 'Upgrade required', 'Version refused', { 'Sec-WebSocket-Version': '13' }),
  (headers) =>
    isKey(headers.only('sec-websocket-key')) ? undefined : no(400, 'Bad key', 'Key refused'),
  (headers, { token }) => refuseToken(headers.all(tokenHeader), token),
  (headers) =>
    headers.list('sec-websocket-protocol').includes(subprotocol)
      ? undefined
      : no(400, 'Subprotocol mcp required', 'Subprotocol refused'),
  (_headers, { connections }) =>
    connections < ideLimits.connectionsMax
      ? undefined
      : no(503, 'Connection limit reached', 'Connection limit reached'),
  (_headers, { isStopping }) =>
    isStopping ? no(503, 'Stopping', 'Connection refused while stopping') : undefined,
];

function refuseToken(given: readonly string[], token: string): Refusal | undefined {
  if (given.length === 0) {
    return no(401, `Missing authentication header: ${tokenHeader}`, 'Authentication failed');
  }
  const [value = ''] = given;
  // The comparison is made in any case, so that every wrong value takes the same time.
  const isEqual = isSameSecret(value, token);
  const { tokenLengthMin, tokenLengthMax } = ideLimits;
  const isShaped = value.length >= tokenLengthMin && value.length <= tokenLengthMax;
  if (isEqual && isShaped && given.length === 1) return undefined;
  return no(401, 'Invalid authentication token', 'Authentication failed');
}

function isOurHost(given: readonly string[], { port, extraHosts }: HandshakeGate): boolean {
  const [host = ''] = given;
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return given.length === 1 && [...names, ...extraHosts].includes(host.toLowerCase());
}

function isUpgrade(headers: Headers, { method, httpVersion }: Request): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.only('upgrade')?.toLowerCase() === 'websocket' &&
    headers.list('connection').some((word) => word.toLowerCase() === 'upgrade')
  );
}

function isKey(key: string | undefined): boolean {
  return key !== undefined && /^[A-Za-z0-9+/]{22}==$/.test(key);
}

function no(
  status: number,
  body: string,
  log: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status, body, log, headers };
}

/** Headers as they came: every one of them, in any case. */
class Headers {
  readonly #pairs: readonly (readonly [name: string, value: string])[];

  constructor(raw: readonly string[]) {
    const pairs: [string, string][] = [];
    for (let i = 0; i + 1 < raw.length; i += 2) {
      pairs.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? '']);
    }
    this.#pairs = pairs;
  }

  get count(): number {
    return this.#pairs.length;
  }

  all(name: string): string[] {
    return this.#pairs.filter(([each]) => each === name).map(([, value]) => value);
  }

  /** Undefined when there is none, or more than one. */
  only(name: string): string | undefined {
    const [value, ...more] = this.all(name);
    return more.length === 0 ? value : undefined;
  }

  /** The words of a header that is a list. */
  list(name: string): string[] {
    return this.all(name)
      .flatMap((value) => value.split(','))
      .map((word) => word.trim());
  }
}
