import type { IncomingMessage, ServerResponse } from 'node:http';
import { toVaultError, VaultError } from '../../contract/errors.ts';
import type { WebLimits } from '../../contract/limits.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import { answerBatch, answerCall, findServedVault } from './answer.ts';
import type { Assets } from './assets.ts';
import { type BrowserPages, toPageName } from './connection.ts';
import { notLoggedIn } from './errors.ts';
import type { EventHub } from './event-hub.ts';
import { EventStream } from './event-stream.ts';
import { serveFile } from './files.ts';
import { send, sendFailure, sendNotice } from './frame.ts';
import { forgeryOf, type Gate, refusalOf } from './guard.ts';
import { cookieName, type Logins, readCookie } from './logins.ts';

/** What a request can reach. */
export interface Reach {
  readonly host: ProtocolHost;
  readonly limits: WebLimits;
  readonly assets: Assets;
  readonly logins: Logins;
  readonly pages: BrowserPages;
  readonly hub: EventHub;
  gate(): Gate;
}

interface Exchange extends Reach {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly login: string;
}

/** One request, whatever becomes of it. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  reach: Reach,
): Promise<void> {
  try {
    await route(request, response, reach);
  } catch (thrown) {
    const error = toVaultError(thrown);
    if (error.code === 'internal') {
      reach.host.log.error('a web request failed', { error: String(error.cause) });
    }
    // What was not read of the request must not be taken for the next one.
    if (!request.complete) response.setHeader('Connection', 'close');
    if (response.headersSent) response.destroy();
    else sendFailure(response, error);
  }
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  reach: Reach,
): Promise<void> {
  const refusal = refusalOf(request, reach.gate());
  if (refusal !== undefined) throw refusal;
  const { url = '', method = '' } = request;
  const [path = '', search = ''] = splitOnce(url, '?');
  const query = new URLSearchParams(search);
  const isCall = path.startsWith('/api/') && path !== '/api/events';
  const methods = isCall ? ['POST'] : ['GET', 'HEAD'];
  if (!path.startsWith('/') || !methods.includes(method)) {
    throw new VaultError('invalid-input', `${method} ${path} is not understood.`);
  }
  if (path === '/open') return letIn(response, reach, query.get('key') ?? '');
  const login = reach.logins.find(readCookie(request.headers.cookie));
  if (login === undefined) return refuseStranger(response, path);
  await serve({ ...reach, request, response, path, query, login });
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response, assets, path } = exchange;
  if (path.startsWith('/api/')) return serveApi(exchange);
  if (path.startsWith('/files/')) {
    const { host, pages, login, query } = exchange;
    const vault = findServedVault(host.vaults, query.get('vault'));
    const session = pages.anyOf(login).sessions.of(vault);
    return serveFile(request, response, session, decodePath(path.slice('/files/'.length)));
  }
  if (path.startsWith('/assets/')) return assets.serveOrFail(request, response, path.slice(1));
  // A view of the page may be called like anything, so a file is looked for first.
  if (!(await assets.serve(request, response, path.slice(1)))) {
    await assets.servePage(request, response);
  }
}

async function serveApi(exchange: Exchange): Promise<void> {
  const { request, response, path, host, pages, login, hub } = exchange;
  if (path === '/api/events') return openStream(exchange);
  const forgery = forgeryOf(request);
  if (forgery !== undefined) throw forgery;
  const name = toPageName(request.headersDistinct['x-vaultd-page']?.[0]);
  const asked = { request, response, vaults: host.vaults, page: pages.of(login, name), hub };
  if (path === '/api/call') return answerCall(asked);
  if (path === '/api/batch') return answerBatch(asked);
  throw new VaultError('not-found', `There is no ${path}.`);
}

function openStream(exchange: Exchange): void {
  const { request, response, host, hub, limits, pages, login, query } = exchange;
  if (pages.streamCount >= limits.streamsMax) {
    throw new VaultError('unavailable', 'Too many pages listen.', { hint: 'Close some of them.' });
  }
  const page = pages.of(login, toPageName(query.get('page')));
  // Sessions of all vaults are opened now, so that none begins while an event is told.
  for (const vault of host.vaults) page.sessions.of(vault);
  const stream = new EventStream({
    response,
    page,
    hub,
    limits,
    hello: { version: host.version, vaults: host.vaults.map(({ name }) => name) },
    lastId: request.headersDistinct['last-event-id']?.[0],
  });
  const end = () => stream.close();
  pages.follow(page, end);
  response.once('close', () => pages.unfollow(page, end));
}

function letIn(response: ServerResponse, { logins, limits }: Reach, key: string): void {
  const token = response.req.method === 'GET' ? logins.redeem(key) : undefined;
  if (token === undefined) {
    sendNotice(response, 401, {
      title: 'This link does not work any more',
      text: 'A link opens the dashboard once, and only for some minutes. Get a new one:',
      command: 'vaultd open',
    });
    return;
  }
  const maxAge = Math.floor(limits.loginIdleMs / 1000);
  send(response, 303, '', {
    Location: '/',
    'Set-Cookie': `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`,
  });
}

function refuseStranger(response: ServerResponse, path: string): void {
  if (/^\/(api|assets|files)\//.test(path)) throw notLoggedIn();
  sendNotice(response, 401, {
    title: 'This browser is not logged in',
    text: 'The dashboard opens with a link that only you can get. In a terminal, run:',
    command: 'vaultd open',
  });
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new VaultError('invalid-input', 'The path is not well encoded.');
  }
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
