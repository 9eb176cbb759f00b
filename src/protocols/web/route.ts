import type { IncomingMessage, ServerResponse } from 'node:http';
import { toVaultError, VaultError } from '../../contract/errors.ts';
import { type WebLimits, webLimits } from '../../contract/limits.ts';
import { onlyHeader } from '../../kit/headers.ts';
import type { RateWindow } from '../../kit/rate-window.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import { answerBatch, answerCall, findServedVault } from './answer.ts';
import type { Assets } from './assets.ts';
import type { BrowserPages } from './connection.ts';
import { notLoggedIn } from './errors.ts';
import type { EventHub } from './event-hub.ts';
import { EventStream } from './event-stream.ts';
import { serveFile, takeFile } from './files.ts';
import { send, sendFailure, sendNotice, sendThrottled } from './frame.ts';
import { findForeign, findForgery } from './guard.ts';
import { cookieName, type Logins, readCookie } from './logins.ts';

/** What answers of a request are made from. */
export interface RouteContext {
  readonly host: ProtocolHost;
  readonly limits: WebLimits;
  readonly assets: Assets;
  readonly logins: Logins;
  readonly pages: BrowserPages;
  readonly hub: EventHub;
  port(): number;
  /** Host names besides those of this machine, with their ports. */
  extraHosts(): readonly string[];
  /** On the port for other machines. */
  readonly remote?: RemoteEntry;
}

/** What differs for browsers of other machines. */
export interface RemoteEntry {
  /** Who tries wrong secrets is slowed down. */
  readonly wrongLogins: RateWindow;
  /** The authority that signed our certificate, for browsers to trust; undefined when it is not ours. */
  authority(): string | undefined;
}

interface Visit extends RouteContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly login: string;
}

/** Answers one request, also when it fails. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: RouteContext,
): Promise<void> {
  try {
    await route(request, response, context);
  } catch (thrown) {
    const error = toVaultError(thrown);
    if (error.code === 'internal') {
      context.host.log.error('a web request failed', { error: String(error.cause) });
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
  context: RouteContext,
): Promise<void> {
  const foreign = findForeign(request, context.port(), context.extraHosts());
  if (foreign !== undefined) throw foreign;
  const { url = '', method = '' } = request;
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const query = new URLSearchParams(search);
  if (!path.startsWith('/') || !methodsOf(path).includes(method)) {
    throw new VaultError('invalid-input', `${method} ${path} is not understood.`);
  }
  if (path === '/open') return logIn(response, context, query.get('key') ?? '');
  if (path === '/authority.pem' && context.remote) return sendAuthority(response, context.remote);
  const cookie = readCookie(request.headers.cookie);
  const login = context.logins.find(cookie);
  if (login === undefined) {
    if (cookie !== undefined && isThrottled(response, context)) return;
    return refuseLogin(response, path);
  }
  await serve({ ...context, request, response, path, query, login });
}

function methodsOf(path: string): readonly string[] {
  if (path.startsWith('/files/')) return ['GET', 'HEAD', 'PUT'];
  return path.startsWith('/api/') && path !== '/api/events' ? ['POST'] : ['GET', 'HEAD'];
}

async function serve(visit: Visit): Promise<void> {
  const { request, response, assets, path } = visit;
  if (path.startsWith('/api/')) return serveApi(visit);
  if (path.startsWith('/files/')) {
    const { host, pages, login, query } = visit;
    const vault = findServedVault(host.vaults, query.get('vault'));
    const session = pages.anyOf(login).sessions.of(vault);
    const exchange = request.method === 'PUT' ? takeFile : serveFile;
    return exchange(request, response, session, decodePath(path.slice('/files/'.length)));
  }
  if (await assets.serve(request, response, path.slice(1))) return;
  if (path.startsWith('/assets/')) throw new VaultError('not-found', 'There is no such file.');
  // Any other path is a view of the page.
  await assets.servePage(request, response);
}

async function serveApi(visit: Visit): Promise<void> {
  const { request, response, path, host, pages, login, hub } = visit;
  if (path === '/api/events') return openStream(visit);
  const forgery = findForgery(request);
  if (forgery !== undefined) throw forgery;
  const page = pages.of(login, toPageName(onlyHeader(request, 'x-vaultd-page')));
  const exchange = { request, response, vaults: host.vaults, page, hub };
  if (path === '/api/call') return answerCall(exchange);
  if (path === '/api/batch') return answerBatch(exchange);
  throw new VaultError('not-found', `There is no ${path}.`);
}

function openStream(visit: Visit): void {
  const { request, response, host, hub, limits, pages, login, query } = visit;
  if (pages.streamCount >= limits.streamsMax) {
    throw new VaultError('unavailable', 'Too many pages listen.', { hint: 'Close some of them.' });
  }
  const page = pages.of(login, toPageName(query.get('page')));
  // The sessions of all vaults are opened now, so that none opens while an event is sent.
  for (const vault of host.vaults) page.sessions.of(vault);
  const stream = new EventStream({
    response,
    page,
    hub,
    limits,
    hello: { version: host.version, vaults: host.vaults.map(({ name }) => name) },
    lastId: onlyHeader(request, 'last-event-id'),
  });
  const ended = pages.addStream(page, () => stream.close());
  response.once('close', ended);
}

function logIn(response: ServerResponse, context: RouteContext, key: string): void {
  const { logins, limits, remote } = context;
  const token = response.req.method === 'GET' ? logins.redeem(key) : undefined;
  if (token === undefined) {
    if (isThrottled(response, context)) return;
    sendNotice(response, 401, {
      title: 'This link does not work any more',
      text: 'A link opens the dashboard once, and only for some minutes. Get a new one:',
      command: 'vaultd open',
    });
    return;
  }
  const maxAge = Math.floor(limits.loginIdleMs / 1000);
  const isSecure = remote === undefined ? '' : '; Secure';
  send(response, 303, '', {
    Location: '/',
    'Set-Cookie': `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure}`,
  });
}

/** Counts a wrong secret from another machine. True when there were too many: then it is answered. */
function isThrottled(response: ServerResponse, { remote, host }: RouteContext): boolean {
  const now = host.clock.now();
  if (remote === undefined || remote.wrongLogins.tryAdd(now)) return false;
  const seconds = Math.ceil(remote.wrongLogins.waitMs(now) / 1000);
  sendThrottled(response, seconds);
  return true;
}

function sendAuthority(response: ServerResponse, { authority }: RemoteEntry): void {
  const pem = authority();
  if (pem === undefined) throw new VaultError('not-found', 'The certificate is not ours.');
  send(response, 200, pem, { 'Content-Type': 'application/x-pem-file' });
}

function refuseLogin(response: ServerResponse, path: string): void {
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

/** The name that a page gives itself; any other text counts as none. */
function toPageName(given: string | null | undefined): string {
  const isName = /^[\w-]+$/.test(given ?? '');
  return given && isName && given.length <= webLimits.pageNameLengthMax ? given : '';
}
