import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { onlyHeader } from './headers.ts';

export const loopback = '127.0.0.1';
/** What the `Host` of a request for this machine can name. */
const ownNames: readonly string[] = [loopback, 'localhost', '[::1]'];

/** Resolves to the port; 0 lets the system choose one. Rejects when the port is taken. */
export function listenOn(server: Server, port: number, host = loopback): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/**
 * The `Host` of a request, if it is a name of this machine with our port or one of `extraHosts`.
 * A page of the web that makes a browser send requests here cannot set it.
 */
export function findOwnHost(
  request: Pick<IncomingMessage, 'rawHeaders'>,
  port: number,
  extraHosts: readonly string[],
): string | undefined {
  const host = onlyHeader(request, 'host')?.toLowerCase() ?? '';
  const end = `:${port}`;
  const isOwn = host.endsWith(end) && ownNames.includes(host.slice(0, -end.length));
  return isOwn || extraHosts.includes(host) ? host : undefined;
}

/** True for names and addresses that only this machine can reach. */
export function isLoopbackName(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}
