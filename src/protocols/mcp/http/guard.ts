import { isLoopbackName } from '../../../kit/loopback.ts';
import type { HttpSettings } from './settings.ts';

/**
 * A page of a browser can be made to send requests to this machine. Its `Host` names the page's
 * own domain, its `Origin` the page: both are checked before anything else.
 */
export function isAcceptable(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  settings: Pick<HttpSettings, 'host' | 'origins' | 'publicUrl'>,
): boolean {
  return isOwnHost(headers.host, settings) && isKnownOrigin(headers.origin, settings);
}

function isOwnHost(
  host: string | undefined,
  settings: Pick<HttpSettings, 'host' | 'publicUrl'>,
): boolean {
  const name = hostnameOf(`http://${host ?? ''}`);
  if (name === undefined) return false;
  if (isLoopbackName(name) || name === settings.host) return true;
  return settings.publicUrl !== undefined && name === hostnameOf(settings.publicUrl);
}

function isKnownOrigin(
  origin: string | undefined,
  { origins, publicUrl }: Pick<HttpSettings, 'origins' | 'publicUrl'>,
): boolean {
  if (origin === undefined) return true;
  if (origins.includes('*') || origins.includes(origin)) return true;
  if (publicUrl !== undefined && originOf(publicUrl) === origin) return true;
  const name = hostnameOf(origin);
  return origins.length === 0 && name !== undefined && isLoopbackName(name);
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
