import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { VaultError } from '../../contract/errors.ts';
import { type RestLimits, restLimits } from '../../contract/rest-limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { closeHttpServer, createHttpServer } from '../../kit/http-server.ts';
import { toLogText } from '../../kit/log.ts';
import { isLoopbackName, loopback } from '../../kit/loopback.ts';
import { Certificates } from '../../kit/tls/certificates.ts';
import type { OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import { type AnswerContext, answerRest, type McpByKey } from './answer.ts';
import { KeySessions } from './connection.ts';
import { KeyCheck } from './key-check.ts';
import { RestKeys } from './keys.ts';
import { listenOrExplain, type RestPort } from './listen.ts';
import type { RestPlaces, RestSettings } from './settings.ts';

export interface RestProtocolOptions {
  readonly host: ProtocolHost;
  readonly settings: RestSettings;
  readonly places: RestPlaces;
  /** Serves MCP on the same ports; absent: not there. */
  readonly mcp?: McpByKey | undefined;
  readonly limits?: Partial<RestLimits>;
}

export interface RestProtocol extends OpenProtocol {
  /** Uses new settings from now on; the ports and the certificate stay. */
  reconfigure(settings: RestSettings): void;
}

/** Opens the interface of the Local REST API plugin on its two ports. */
export async function openRestProtocol(options: RestProtocolOptions): Promise<RestProtocol> {
  const { host, places, mcp } = options;
  let { settings } = options;
  const limits = { ...restLimits, ...options.limits };
  const certificates = openCertificates(places, settings, host.clock);
  const sessions = new KeySessions(host, limits);
  const keys = new RestKeys({
    file: places.keysFile,
    configured: settings.keys,
    clock: host.clock,
    onRead(read) {
      sessions.keep(read);
      mcp?.keep(read);
    },
  });
  const load = { count: 0, isClosing: false };
  const context: AnswerContext = {
    host,
    limits,
    settings: () => settings,
    configFolder: places.configFolder,
    keys: new KeyCheck(keys, host.clock, limits),
    sessions,
    facts: {
      version: host.version,
      generation: () => settings.generation,
      certificateDays: () => certificates.daysLeft(),
      authority: () => certificates.authority,
    },
    mcp,
    load,
  };
  const ports = new RestPorts(context, certificates);
  try {
    requireSafe(settings, keys);
    for (const at of toPorts(settings)) await ports.open(at);
  } catch (thrown) {
    sessions.close();
    await ports.close(0);
    throw thrown;
  }
  const renewing = setInterval(() => ports.renew(), limits.renewSweepMs).unref();
  return {
    protocol: 'rest',
    get lines() {
      return ports.urls.map((url) => `${url}  (${sayKeys(keys.list().length)})`);
    },
    status: () => ({
      ports: ports.numbers,
      keys: keys.list().length,
      sessions: sessions.size,
      requests: load.count,
    }),
    reconfigure(next) {
      settings = next;
      keys.configure(next.keys);
    },
    async close() {
      clearInterval(renewing);
      load.isClosing = true;
      await ports.close(limits.closeMs);
      sessions.close();
    },
  };
}

/** The servers, one for each port. */
class RestPorts {
  readonly #context: AnswerContext;
  readonly #certificates: Certificates;
  readonly #open: { server: Server; at: RestPort }[] = [];

  constructor(context: AnswerContext, certificates: Certificates) {
    this.#context = context;
    this.#certificates = certificates;
  }

  get urls(): string[] {
    return this.#open.map(({ at: { host, port, isTls } }) => {
      return `http${isTls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}`;
    });
  }

  get numbers(): number[] {
    return this.#open.map(({ at }) => at.port);
  }

  async open(asked: RestPort): Promise<void> {
    const context = this.#context;
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      answerRest(request, response, port, context);
    const tls = { ...this.#certificates.identity, minVersion: 'TLSv1.2' } as const;
    const server = createHttpServer(answer, context.limits, asked.isTls ? tls : undefined);
    const port = await listenOrExplain(server, asked);
    this.#open.push({ server, at: { ...asked, port } });
  }

  /** New connections get the new certificate; those that are open stay. */
  renew(): void {
    try {
      if (!this.#certificates.renew()) return;
      for (const { server } of this.#open) {
        if (server instanceof TlsServer) server.setSecureContext(this.#certificates.identity);
      }
    } catch (thrown) {
      const error = toLogText(thrown);
      this.#context.host.log.as('rest').error('the certificate was not renewed', { error });
    }
  }

  async close(graceMs: number): Promise<void> {
    await Promise.all(this.#open.map(({ server }) => closeHttpServer(server, graceMs)));
  }
}

function openCertificates(
  { certificatesFile }: RestPlaces,
  { certificateNames }: RestSettings,
  clock: Clock,
): Certificates {
  try {
    return new Certificates(certificatesFile, certificateNames, clock, restLimits);
  } catch (thrown) {
    throw new VaultError('unavailable', 'The certificate for TLS cannot be stored.', {
      hint: 'Make sure that the state folder can be written.',
      cause: thrown,
    });
  }
}

function toPorts({ host, httpsPort, httpPort }: RestSettings): RestPort[] {
  const tls = { host, port: httpsPort, isTls: true, setting: 'rest.https_port' };
  if (httpPort === undefined) return [tls];
  return [tls, { host: loopback, port: httpPort, isTls: false, setting: 'rest.http_port' }];
}

/** Beyond this machine, no key may be missing, and at least one must not open everything. */
function requireSafe({ host }: RestSettings, keys: RestKeys): void {
  if (isLoopbackName(host)) return;
  const isNarrow = keys
    .list()
    .some(({ policy }) => policy.readOnly || policy.read !== undefined || policy.write);
  if (isNarrow) return;
  throw new VaultError('invalid-input', `REST would be open to anyone who can reach ${host}.`, {
    reason: 'config',
    hint: 'Add a key with fewer rights first (vaultd rest key add NAME --read-only), or remove rest.host.',
  });
}

function sayKeys(count: number): string {
  if (count === 0) return 'no key yet: vaultd rest key add NAME';
  return count === 1 ? '1 key' : `${count} keys`;
}
