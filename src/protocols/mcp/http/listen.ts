import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { VaultError } from '../../../contract/errors.ts';
import { httpLimits } from '../../../contract/limits.ts';
import { HttpQueues } from '../../../kit/http-queue.ts';
import { isLoopbackName, listenOn } from '../../../kit/loopback.ts';
import { hasCode } from '../../../kit/processes.ts';
import type { ProtocolHost } from '../../../operations/protocol.ts';
import type { ServedVault } from '../../../operations/sessions.ts';
import type { McpOptions } from '../options.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { isAcceptable } from './guard.ts';
import type { HttpHandler } from './handler.ts';
import { findWellKnown, toCard, toChallenge } from './metadata.ts';
import type { HandlerContext } from './sessions.ts';
import type { HttpSettings } from './settings.ts';

export interface OpenHttp {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the protocol over HTTP: the first vault at the path of the settings, each vault below it
 * under its name or id. Beyond this machine only with authentication.
 */
export async function openHttp(
  context: Omit<HandlerContext, 'vault' | 'isStateless' | 'bodyBytesMax'>,
  settings: HttpSettings,
): Promise<OpenHttp> {
  if (!isLoopbackName(settings.host) && settings.auth.mode === 'none')
    throw needsAuth(settings.host);
  const authenticate = createAuthenticate(settings.auth, () => context.host.clock.now());
  const handlers = new Map<ServedVault, Promise<HttpHandler>>();
  /** The library is loaded for the first request, not when the daemon starts. */
  const load = (vault: ServedVault): Promise<HttpHandler> => {
    const create = async () => {
      const { createHttpHandler } = await import('./handler.ts');
      return createHttpHandler({ ...settings, ...context, vault });
    };
    const handler = handlers.get(vault) ?? create();
    handlers.set(vault, handler);
    return handler;
  };
  const serveOne = (request: IncomingMessage, response: ServerResponse): void => {
    const { host, options } = context;
    answer({ request, response, settings, authenticate, load, host, options }).catch((thrown) => {
      host.log.debug('a request over HTTP failed', { error: String(thrown) });
      if (!response.headersSent)
        sendJson(response, 500, { error: 'Something went wrong inside vaultd.' });
      else response.destroy();
    });
  };
  const { requestsWaitingMax, keepAliveMs: keepAliveTimeout } = httpLimits;
  const server = createServer(
    { keepAliveTimeout },
    new HttpQueues(serveOne, requestsWaitingMax).take,
  );
  const port = await listen(server, settings);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}${settings.path}`,
    async close() {
      await Promise.allSettled(
        [...handlers.values()].map(async (handler) => (await handler).close()),
      );
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly settings: HttpSettings;
  readonly authenticate: Authenticate | undefined;
  readonly host: ProtocolHost;
  readonly options: McpOptions;
  load(vault: ServedVault): Promise<HttpHandler>;
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, response, settings, authenticate } = exchange;
  if (!isAcceptable(request.headers, settings)) {
    return sendJson(response, 403, { error: 'This host or origin is not accepted.' });
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/healthz') return sendJson(response, 200, { status: 'ok' });
  const about = {
    settings,
    host: request.headers.host ?? '',
    version: exchange.host.version,
    options: exchange.options,
  };
  if (pathname.startsWith('/.well-known/')) {
    const document = await findWellKnown(about, pathname);
    return sendJson(response, document === undefined ? 404 : 200, document ?? nothing(settings));
  }
  const vault = findVault(exchange.host, settings, pathname);
  if (vault === undefined) return sendJson(response, 404, nothing(settings));
  const authInfo = await authenticate?.(request.headers.authorization);
  if (authenticate !== undefined && authInfo === undefined) {
    response.setHeader('WWW-Authenticate', toChallenge(about, pathname));
    return sendJson(response, 401, { error: 'A valid bearer token is needed.' });
  }
  if (request.method === 'GET' && !(request.headers.accept ?? '').includes('text/event-stream')) {
    return sendJson(response, 200, await toCard(about, pathname));
  }
  const handler = await exchange.load(vault);
  const incoming = {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: request.headers,
    ...(authInfo && { auth: withScopes(authInfo, settings) }),
    [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
  };
  await handler.handle(incoming, response);
}

/** The first vault has the path itself, and every vault a place below it. */
function findVault(
  { vaults }: ProtocolHost,
  { path }: HttpSettings,
  pathname: string,
): ServedVault | undefined {
  if (pathname === path) return vaults[0];
  const wanted = pathname.startsWith(`${path}/`) ? decode(pathname.slice(path.length + 1)) : '';
  return vaults.find(({ name }) => name === wanted) ?? vaults.find(({ id }) => id === wanted);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function nothing({ path }: HttpSettings) {
  return { error: `There is nothing but ${path} and ${path}/<vault> here.` };
}

function withScopes(authInfo: AuthInfo, { ignoresScopes }: HttpSettings): AuthInfo {
  return ignoresScopes ? { ...authInfo, scopes: ['*'] } : authInfo;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

const portsTried = 15;

/** The wanted port, else one of the next; a port that was asked for is the only one. */
async function listen(server: Server, { host, port, isPortFixed }: HttpSettings): Promise<number> {
  for (let tries = 0; ; tries++) {
    const wanted = tries <= portsTried ? port + tries : 0;
    try {
      return await listenOn(server, port === 0 ? 0 : wanted, host);
    } catch (thrown) {
      const isBusy = hasCode(thrown, 'EADDRINUSE');
      if (!isBusy || isPortFixed || wanted === 0) throw cannotListen(host, port, thrown);
    }
  }
}

function needsAuth(host: string): VaultError {
  return new VaultError(
    'invalid-input',
    `MCP over HTTP would be open to anyone who can reach ${host}.`,
    {
      reason: 'config',
      hint: 'Leave MCP_AUTH_MODE out or set it to token, jwt or oauth, or listen on 127.0.0.1.',
    },
  );
}

function cannotListen(host: string, port: number, cause: unknown): VaultError {
  return new VaultError('unavailable', `Port ${port} on ${host} cannot be used.`, {
    reason: 'config',
    hint: 'Choose another port with MCP_HTTP_PORT.',
    cause,
  });
}
