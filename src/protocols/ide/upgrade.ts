import type { IncomingMessage } from 'node:http';
import { ideLimits } from '../../contract/limits.ts';
import { hasHeader, headerValues, headerWords, onlyHeader } from '../../kit/headers.ts';
import { findOwnHost } from '../../kit/loopback.ts';
import { isSameSecret } from '../../kit/secrets.ts';

const tokenHeader = 'x-claude-code-ide-authorization';
export const subprotocol = 'mcp';

type Headers = Readonly<Record<string, string>>;

/** Why a request gets no WebSocket. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  /** What the log says; never a value that was sent. */
  readonly log: string;
  readonly headers?: Headers;
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

const hasFewHeaders: Check = ({ rawHeaders }) => rawHeaders.length <= 2 * ideLimits.headersMax;
const isForUs: Check = (request, { port, extraHosts }) =>
  findOwnHost(request, port, extraHosts) !== undefined;
/** Browsers always send an origin, and clients never do. */
const isNoBrowser: Check = (request) => !hasHeader(request, 'origin');
const isUpgrade: Check = (request) =>
  request.method === 'GET' &&
  request.httpVersion === '1.1' &&
  onlyHeader(request, 'upgrade')?.toLowerCase() === 'websocket' &&
  headerWords(request, 'connection').some((word) => word.toLowerCase() === 'upgrade');
const isRootPath: Check = ({ url = '' }) => url.split('?', 1)[0] === '/';
const isVersion13: Check = (request) => onlyHeader(request, 'sec-websocket-version') === '13';
const hasKey: Check = (request) =>
  /^[A-Za-z0-9+/]{22}==$/.test(onlyHeader(request, 'sec-websocket-key') ?? '');
const hasToken: Check = (request) => hasHeader(request, tokenHeader);
const offersMcp: Check = (request) =>
  headerWords(request, 'sec-websocket-protocol').includes(subprotocol);
const isBelowLimit: Check = (_, { connections }) => connections < ideLimits.connectionsMax;
const isServing: Check = (_, { isStopping }) => !isStopping;

const isTokenRight: Check = (request, { token }) => {
  const given = headerValues(request, tokenHeader);
  const [value = ''] = given;
  // The comparison is made in any case, so that every wrong value takes the same time.
  const isEqual = isSameSecret(value, token);
  const { tokenLengthMin, tokenLengthMax } = ideLimits;
  const isShaped = value.length >= tokenLengthMin && value.length <= tokenLengthMax;
  return isEqual && isShaped && given.length === 1;
};

/** In their order: the first check that fails answers. */
const checks: readonly (readonly [Check, number, body: string, log: string, Headers?])[] = [
  [hasFewHeaders, 431, 'Too many headers', 'Headers refused'],
  [isForUs, 403, 'Host refused', 'Host refused'],
  [isNoBrowser, 403, 'Origin refused', 'Origin refused'],
  [isUpgrade, 426, 'Upgrade required', 'Upgrade refused', { Upgrade: 'websocket' }],
  [isRootPath, 404, 'Not found', 'Path refused'],
  [isVersion13, 426, 'Upgrade required', 'Version refused', { 'Sec-WebSocket-Version': '13' }],
  [hasKey, 400, 'Bad key', 'Key refused'],
  [hasToken, 401, `Missing authentication header: ${tokenHeader}`, 'Authentication failed'],
  [isTokenRight, 401, 'Invalid authentication token', 'Authentication failed'],
  [offersMcp, 400, 'Subprotocol mcp required', 'Subprotocol refused'],
  [isBelowLimit, 503, 'Connection limit reached', 'Connection limit reached'],
  [isServing, 503, 'Stopping', 'Connection refused while stopping'],
];

/** Undefined when the request may become a WebSocket. */
export function findRefusal(request: Request, context: UpgradeContext): Refusal | undefined {
  const failed = checks.find(([passes]) => !passes(request, context));
  if (failed === undefined) return undefined;
  const [, status, body, log, headers = {}] = failed;
  return { status, body, log, headers };
}
