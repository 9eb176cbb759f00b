import type { IncomingMessage } from 'node:http';
import { ideLimits } from '../../contract/limits.ts';
import { headerValues, headerWords, onlyHeader } from '../../kit/headers.ts';
import { findOwnHost } from '../../kit/loopback.ts';
import { isSameSecret } from '../../kit/secrets.ts';

const tokenHeader = 'x-claude-code-ide-authorization';
export const subprotocol = 'mcp';

/** Why a request gets no WebSocket. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  /** What the log says; never a value that was sent. */
  readonly log: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the checks need to know besides the request. */
export interface UpgradeContext {
  readonly port: number;
  readonly extraHosts: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly isStopping: boolean;
}

type Request = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>;
type Check = (request: Request, context: UpgradeContext) => boolean;

/** In their order; the first check that fails answers. */
const checks: readonly (readonly [Check, Refusal])[] = [
  [
    ({ rawHeaders }) => rawHeaders.length <= 2 * ideLimits.headersMax,
    { status: 431, body: 'Too many headers', log: 'Headers refused' },
  ],
  [
    (request, { port, extraHosts }) => findOwnHost(request, port, extraHosts) !== undefined,
    { status: 403, body: 'Host refused', log: 'Host refused' },
  ],
  [
    (request) => headerValues(request, 'origin').length === 0,
    { status: 403, body: 'Origin refused', log: 'Origin refused' },
  ],
  [
    isUpgrade,
    {
      status: 426,
      body: 'Upgrade required',
      log: 'Upgrade refused',
      headers: { Upgrade: 'websocket' },
    },
  ],
  [
    ({ url = '' }) => url.split('?', 1)[0] === '/',
    { status: 404, body: 'Not found', log: 'Path refused' },
  ],
  [
    (request) => onlyHeader(request, 'sec-websocket-version') === '13',
    {
      status: 426,
      body: 'Upgrade required',
      log: 'Version refused',
      headers: { 'Sec-WebSocket-Version': '13' },
    },
  ],
  [
    (request) => /^[A-Za-z0-9+/]{22}==$/.test(onlyHeader(request, 'sec-websocket-key') ?? ''),
    { status: 400, body: 'Bad key', log: 'Key refused' },
  ],
  [
    (request) => headerValues(request, tokenHeader).length > 0,
    {
      status: 401,
      body: `Missing authentication header: ${tokenHeader}`,
      log: 'Authentication failed',
    },
  ],
  [
    (request, { token }) => isToken(headerValues(request, tokenHeader), token),
    { status: 401, body: 'Invalid authentication token', log: 'Authentication failed' },
  ],
  [
    (request) => headerWords(request, 'sec-websocket-protocol').includes(subprotocol),
    { status: 400, body: 'Subprotocol mcp required', log: 'Subprotocol refused' },
  ],
  [
    (_request, { connections }) => connections < ideLimits.connectionsMax,
    { status: 503, body: 'Connection limit reached', log: 'Connection limit reached' },
  ],
  [
    (_request, { isStopping }) => !isStopping,
    { status: 503, body: 'Stopping', log: 'Connection refused while stopping' },
  ],
];

/** Undefined when the request may become a WebSocket. */
export function findRefusal(request: Request, context: UpgradeContext): Refusal | undefined {
  return checks.find(([passes]) => !passes(request, context))?.[1];
}

function isToken(given: readonly string[], token: string): boolean {
  const [value = ''] = given;
  // The comparison is made in any case, so that every wrong value takes the same time.
  const isEqual = isSameSecret(value, token);
  const { tokenLengthMin, tokenLengthMax } = ideLimits;
  const isShaped = value.length >= tokenLengthMin && value.length <= tokenLengthMax;
  return isEqual && isShaped && given.length === 1;
}

function isUpgrade(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.httpVersion === '1.1' &&
    onlyHeader(request, 'upgrade')?.toLowerCase() === 'websocket' &&
    headerWords(request, 'connection').some((word) => word.toLowerCase() === 'upgrade')
  );
}
