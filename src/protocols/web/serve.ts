import type { Server } from 'node:http';
import { VaultError } from '../../contract/errors.ts';
import { httpLimits, type WebLimits, webLimits } from '../../contract/limits.ts';
import { closeHttpServer, createHttpServer } from '../../kit/http-server.ts';
import { listenOn, loopback } from '../../kit/loopback.ts';
import type { HealthMonitor } from '../../operations/daemon-facts.ts';
import type { OpenedFrom, OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import { Assets } from './assets.ts';
import { BrowserPages } from './connection.ts';
import { EventHub } from './event-hub.ts';
import { Logins } from './logins.ts';
import { publishEvents } from './publish.ts';
import { openRemotePort, type RemotePort } from './remote.ts';
import { answerRequest } from './route.ts';
import type { WebPlaces, WebSettings } from './settings.ts';
import { StateFile } from './state-file.ts';

export interface WebProtocolOptions {
  readonly host: ProtocolHost;
  readonly health: HealthMonitor;
  readonly settings: WebSettings;
  readonly places: WebPlaces;
  readonly limits?: Partial<WebLimits>;
}

export interface WebProtocol extends OpenProtocol {
  /** A link that logs one browser in, once. */
  newLink(to?: OpenedFrom): string;
  /** Uses new settings from now on; the port stays. */
  reconfigure(settings: WebSettings): void;
}

/** Opens the dashboard on a loopback port, and for other machines where that is configured. */
export async function openWebProtocol(options: WebProtocolOptions): Promise<WebProtocol> {
  const { host, health, places } = options;
  let { settings } = options;
  const limits = { ...webLimits, ...options.limits };
  const onError = (thrown: unknown) =>
    host.log.as('web').error('the web protocol', { error: String(thrown) });
  const state = new StateFile(places.stateFile, onError);
  const logins = new Logins(host.clock, state);
  const hub = new EventHub(onError);
  const pages: BrowserPages = new BrowserPages({
    sessions: host.sessions,
    clock: host.clock,
    limits,
    disconnect(login) {
      logins.end(login);
      pages.closeLogin(login);
    },
  });
  const assets = new Assets(places.assets);
  const extraHosts = () => [`${settings.name}:${port}`, ...settings.extraHosts];
  const context = { host, limits, assets, logins, pages, hub, port: () => port, extraHosts };
  const server = createHttpServer(
    (request, response) => void answerRequest(request, response, context),
    { ...httpLimits, ...limits },
  );
  const port = await listen(server, settings.port, state.read().port);
  if (port !== state.read().port) state.update({ port });
  const remote = await openRemotePort(settings.remote, {
    context,
    state,
    certificatesFile: places.certificatesFile,
    onError,
  }).catch(async (thrown) => {
    pages.close();
    await closeHttpServer(server, 0);
    throw thrown;
  });
  const stopEvents = publishEvents(host, health, hub);
  const address = () => `http://${settings.name}:${port}`;
  const newLink: WebProtocol['newLink'] = (to) =>
    `${to === 'other machines' ? requireRemote(remote).address : address()}/open?key=${logins.newKey()}`;
  return {
    protocol: 'web',
    lines: [
      `${address()}  (dashboard; log in with: vaultd open)`,
      ...(remote
        ? [`${remote.address}  (from other machines; log in with: vaultd open --remote)`]
        : []),
    ],
    greet: () => [`${newLink()}  (dashboard; the link works once)`],
    status: () => ({ port, pages: pages.streamCount }),
    newLink,
    reconfigure(next) {
      settings = next;
    },
    async close() {
      stopEvents();
      pages.close();
      await Promise.all([closeHttpServer(server, limits.closeMs), remote?.close()]);
    },
  };
}

function requireRemote(remote: RemotePort | undefined): RemotePort {
  if (remote !== undefined) return remote;
  throw new VaultError('unavailable', 'The dashboard is open to this machine only.', {
    hint: 'Set web.remote in the configuration, and restart the daemon.',
  });
}

/** A port that was asked for is the only one; else that of the last start, or any that is free. */
async function listen(server: Server, wanted: number | undefined, remembered = 0): Promise<number> {
  try {
    return await listenOn(server, wanted ?? remembered);
  } catch (thrown) {
    if (wanted === undefined && remembered !== 0) return listen(server, undefined);
    throw new VaultError('unavailable', `Port ${wanted ?? 0} on ${loopback} cannot be used.`, {
      reason: 'config',
      hint: 'Choose another one with web.port in the configuration, or none.',
      cause: thrown,
    });
  }
}
