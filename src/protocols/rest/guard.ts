import type { IncomingMessage } from 'node:http';
import { hasHeader, headerValues, onlyHeader } from '../../kit/headers.ts';
import { findOwnHost, isLoopbackName } from '../../kit/loopback.ts';
import { RestError } from './errors.ts';
import type { RestHeaders, RestReply } from './frame.ts';

type Raw = Pick<IncomingMessage, 'rawHeaders'>;

/** Pages of these are installed by the user: extensions of browsers, and Obsidian itself. */
const trustedOrigins =
  /^(?:(?:chrome|moz|safari-web)-extension:\/\/[\w-]+|app:\/\/obsidian\.md|capacitor:\/\/localhost)$/i;

export interface GuardSettings {
  readonly origins: readonly string[];
  readonly extraHosts: readonly string[];
}

/**
 * Any page of the web can make a browser send requests to this machine. Its own name shows in
 * `Host` or `Origin`, and both are checked before anything else, the key included. Returns the
 * origin when there is one.
 */
export function requireAcceptable(
  request: Raw,
  port: number,
  { origins, extraHosts }: GuardSettings,
): string | undefined {
  if (findOwnHost(request, port, extraHosts) === undefined) {
    throw new RestError('forbidden', 'This host name is not accepted; see rest.extra_hosts.');
  }
  if (!hasHeader(request, 'origin')) return undefined;
  const origin = onlyHeader(request, 'origin') ?? '';
  if (trustedOrigins.test(origin) || origins.includes(origin) || isOfThisMachine(origin)) {
    return origin;
  }
  throw new RestError('forbidden', 'This origin is not accepted; see rest.origins.');
}

/** What lets a page of this origin read an answer. */
export function corsHeaders(origin: string | undefined): RestHeaders {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'Content-Location, Deprecation, ETag, Markdown-Patch-Warnings, Vaultd-Step',
    Vary: 'Origin',
  };
}

/** True for the question of a browser whether a page may send a request. */
export function isPreflight(request: Raw & { readonly method?: string | undefined }): boolean {
  return request.method === 'OPTIONS' && hasHeader(request, 'access-control-request-method');
}

/** The answer is the same for every path, so that it does not say which ones there are. */
export function answerPreflight(request: Raw): RestReply {
  const asked = headerValues(request, 'access-control-request-headers').join(', ');
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, HEAD, PUT, PATCH, POST, DELETE, MOVE, COPY',
      ...(asked !== '' && { 'Access-Control-Allow-Headers': asked }),
      Vary: 'Origin, Access-Control-Request-Headers',
    },
  };
}

function isOfThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopbackName(hostname);
}
