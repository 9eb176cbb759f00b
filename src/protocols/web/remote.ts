import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { VaultError } from '../../contract/errors.ts';
import { httpLimits, type WebLimits } from '../../contract/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { closeHttpServer, createHttpServer } from '../../kit/http-server.ts';
import { listenOn } from '../../kit/loopback.ts';
import { RateWindow } from '../../kit/rate-window.ts';
import { Certificates, type TlsIdentity } from '../../kit/tls/certificates.ts';
import { answerRequest, type RouteContext } from './route.ts';
import type { RemoteSettings } from './settings.ts';
import type { StateFile } from './state-file.ts';

export interface RemotePortOptions {
  /** What answers are made from on the port of this machine. */
  readonly context: RouteContext;
  readonly state: StateFile;
  readonly certificatesFile: string;
  onError(thrown: unknown): void;
}

/** The port for browsers of other machines. It speaks TLS and nothing else. */
export interface RemotePort {
  readonly address: string;
  close(): Promise<void>;
}

/** The same page for other machines, on a port of its own; undefined when that is not wanted. */
export async function openRemotePort(
  settings: RemoteSettings | undefined,
  { context, state, certificatesFile, onError }: RemotePortOptions,
): Promise<RemotePort | undefined> {
  if (settings === undefined) return undefined;
  const { limits, host } = context;
  const identity = openIdentity(settings, certificatesFile, host.clock, limits);
  const wrongLogins = new RateWindow(limits.wrongLoginsMax, limits.wrongLoginsMs);
  const inside: RouteContext = {
    ...context,
    port: () => port,
    extraHosts: () => settings.names.flatMap((name) => hostsOf(name, port)),
    remote: { wrongLogins, authority: identity.authority },
  };
  const server = createHttpServer(
    (request, response) => void answerRequest(request, response, inside),
    { ...httpLimits, ...limits },
    { ...identity.read(), minVersion: 'TLSv1.2' },
  );
  const port = await listen(server, settings, state.read().remotePort);
  if (port !== state.read().remotePort) state.update({ remotePort: port });
  const renewing = setInterval(() => {
    try {
      // New connections get the new certificate; those that are open stay.
      if (server instanceof TlsServer) server.setSecureContext(identity.read());
    } catch (thrown) {
      onError(thrown);
    }
  }, limits.renewSweepMs).unref();
  return {
    address: `https://${hostsOf(settings.names[0] ?? settings.host, port).at(-1)}`,
    async close() {
      clearInterval(renewing);
      await closeHttpServer(server, limits.closeMs);
    },
  };
}

/** Browsers leave out the port that TLS has anyway. */
function hostsOf(name: string, port: number): string[] {
  return [`${name}:${port}`, ...(port === 443 ? [name] : [])];
}

interface Identity {
  /** What to present from now on. */
  read(): TlsIdentity;
  authority(): string | undefined;
}

/** The certificate of the user, or one that we make and renew. */
function openIdentity(
  { certificate, names }: RemoteSettings,
  certificatesFile: string,
  clock: Clock,
  limits: WebLimits,
): Identity {
  try {
    if (certificate !== undefined) {
      const { certFile, keyFile } = certificate;
      const read = () => ({
        cert: readFileSync(certFile, 'utf8'),
        key: readFileSync(keyFile, 'utf8'),
      });
      read();
      return { read, authority: () => undefined };
    }
    const own = new Certificates(certificatesFile, names, clock, limits);
    return {
      read() {
        own.renew();
        return own.identity;
      },
      authority: () => own.authority,
    };
  } catch (thrown) {
    throw new VaultError('unavailable', 'The certificate for other machines cannot be used.', {
      reason: 'config',
      hint: 'Check web.remote.certificate and web.remote.key, and that the state folder can be written.',
      cause: thrown,
    });
  }
}

/** A port that was asked for is the only one; else that of the last start, or any that is free. */
async function listen(
  server: Server,
  { host, port }: RemoteSettings,
  remembered = 0,
): Promise<number> {
  try {
    return await listenOn(server, port ?? remembered, host);
  } catch (thrown) {
    if (port === undefined && remembered !== 0) return listen(server, { host, port, names: [] });
    throw new VaultError('unavailable', `Port ${port ?? 0} on ${host} cannot be used.`, {
      reason: 'config',
      hint: 'Choose another address with web.remote.host, or another port with web.remote.port.',
      cause: thrown,
    });
  }
}
