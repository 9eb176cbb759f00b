import type { IncomingMessage } from 'node:http';
import { VaultError } from '../../contract/errors.ts';
import { webLimits } from '../../contract/limits.ts';

type Request = Pick<IncomingMessage, 'method' | 'headersDistinct' | 'rawHeaders'>;

/** Which names the protocol answers to. */
export interface Gate {
  readonly port: number;
  readonly name: string;
  readonly extraHosts: readonly string[];
}

/**
 * Any page of the web can make a browser send requests to this machine. Its own name shows in
 * `Host` or `Origin`, and newer browsers say where a request comes from. All of it is looked at
 * before anything else.
 */
export function refusalOf(request: Request, gate: Gate): VaultError | undefined {
  if (request.rawHeaders.length > 2 * webLimits.headersMax) return refuse('Too many headers.');
  const host = findHost(request, gate);
  if (host === undefined) return refuse('This host name is not accepted.');
  if (!isOwnOrigin(request, host)) return refuse('This origin is not accepted.');
  if (!isOwnPage(request)) return refuse('Other pages are not accepted.');
  return undefined;
}

/** What a request that changes something must show: a foreign page can send none of it. */
export function forgeryOf({ headersDistinct: headers }: Request): VaultError | undefined {
  if (headers.origin === undefined) return refuse('The origin is missing.');
  if (only(headers['x-vaultd']) !== '1') return refuse('The header X-Vaultd is missing.');
  const [type = ''] = (only(headers['content-type']) ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    return new VaultError('invalid-input', 'The body must be application/json.');
  }
  return undefined;
}

function findHost(
  { headersDistinct }: Request,
  { port, name: own, extraHosts }: Gate,
): string | undefined {
  const host = only(headersDistinct.host)?.toLowerCase();
  const names = ['127.0.0.1', 'localhost', '[::1]', own].map((name) => `${name}:${port}`);
  return host !== undefined && [...names, ...extraHosts].includes(host) ? host : undefined;
}

function isOwnOrigin({ headersDistinct: { origin } }: Request, host: string): boolean {
  if (origin === undefined) return true;
  return [`http://${host}`, `https://${host}`].includes(only(origin)?.toLowerCase() ?? '');
}

/** A person may come from anywhere, by a link. What a page loads or sends must be our page's own. */
function isOwnPage({ method, headersDistinct: headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || ['same-origin', 'none'].includes(only(site) ?? '')) return true;
  return (
    method === 'GET' &&
    only(headers['sec-fetch-mode']) === 'navigate' &&
    only(headers['sec-fetch-dest']) === 'document'
  );
}

function only(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

function refuse(message: string): VaultError {
  return new VaultError('forbidden', message, {
    hint: 'Open the dashboard at the address that "vaultd open" prints.',
  });
}
