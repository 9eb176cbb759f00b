import type { IncomingMessage } from 'node:http';
import { VaultError } from '../../contract/errors.ts';
import { webLimits } from '../../contract/limits.ts';
import { hasHeader, onlyHeader } from '../../kit/headers.ts';
import { findOwnHost } from '../../kit/loopback.ts';

type Request = Pick<IncomingMessage, 'method' | 'rawHeaders'>;

/**
 * Any page of the web can make a browser send requests to this machine. Its own name shows in
 * `Host` or `Origin`, and newer browsers say where a request comes from. All of it is checked
 * before anything else.
 */
export function findForeign(
  request: Request,
  port: number,
  ownHosts: readonly string[],
): VaultError | undefined {
  if (request.rawHeaders.length > 2 * webLimits.headersMax) return refuse('Too many headers.');
  const host = findOwnHost(request, port, ownHosts);
  if (host === undefined) return refuse('This host name is not accepted.');
  if (!isOwnOrigin(request, host)) return refuse('This origin is not accepted.');
  if (!isOwnPage(request)) return refuse('Other pages are not accepted.');
  return undefined;
}

/** What a request that changes something must have: a foreign page can send none of it. */
export function findForgery(request: Request, wanted = 'application/json'): VaultError | undefined {
  if (!hasHeader(request, 'origin')) return refuse('The origin is missing.');
  if (onlyHeader(request, 'x-vaultd') !== '1') return refuse('The header X-Vaultd is missing.');
  const [type = ''] = (onlyHeader(request, 'content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== wanted) {
    return new VaultError('invalid-input', `The body must be ${wanted}.`);
  }
  return undefined;
}

function isOwnOrigin(request: Request, host: string): boolean {
  if (!hasHeader(request, 'origin')) return true;
  const origin = onlyHeader(request, 'origin')?.toLowerCase();
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** A person may come from anywhere, by a link. What a page loads or sends must be our page's own. */
function isOwnPage(request: Request): boolean {
  if (!hasHeader(request, 'sec-fetch-site')) return true;
  const site = onlyHeader(request, 'sec-fetch-site') ?? '';
  if (['same-origin', 'none'].includes(site)) return true;
  return (
    request.method === 'GET' &&
    onlyHeader(request, 'sec-fetch-mode') === 'navigate' &&
    onlyHeader(request, 'sec-fetch-dest') === 'document'
  );
}

function refuse(message: string): VaultError {
  return new VaultError('forbidden', message, {
    hint: 'Open the dashboard at the address that "vaultd open" prints.',
  });
}
