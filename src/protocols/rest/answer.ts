import type { IncomingMessage, ServerResponse } from 'node:http';
import { isVaultError } from '../../contract/errors.ts';
import { type RestLimits, restLimits } from '../../contract/rest-limits.ts';
import { onlyHeader } from '../../kit/headers.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import type { KeySessions } from './connection.ts';
import { RestError, toRestError } from './errors.ts';
import { type RestReply, RestRequest, sendReply, sendRestError } from './frame.ts';
import { answerPreflight, corsHeaders, isPreflight, requireAcceptable } from './guard.ts';
import type { KeyCheck } from './key-check.ts';
import { splitPath } from './paths.ts';
import { findDocument, type PublicFacts } from './public-documents.ts';
import { findRoute } from './routes.ts';
import type { RestKey, RestSettings, StoredKey } from './settings.ts';
import { answerStatus } from './status.ts';

/** Serves MCP to clients with a key. */
export interface McpByKey {
  serve(
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
    key: RestKey,
    vault: ServedVault,
  ): Promise<void>;
  /** Ends what was served with keys that are no longer these. */
  keep(keys: readonly RestKey[]): void;
}

/** What answers of a request are made from. */
export interface AnswerContext {
  readonly host: ProtocolHost;
  readonly limits: RestLimits;
  readonly settings: () => RestSettings;
  readonly configFolder: string;
  readonly keys: KeyCheck;
  readonly sessions: KeySessions;
  readonly facts: PublicFacts;
  /** Absent: no MCP on these ports. */
  readonly mcp: McpByKey | undefined;
  /** Requests under way. */
  readonly load: { count: number; isClosing: boolean };
}

interface Visit extends AnswerContext {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly request: RestRequest;
}

/** Answers one request, also when it fails. */
export async function answerRest(
  incoming: IncomingMessage,
  response: ServerResponse,
  port: number,
  context: AnswerContext,
): Promise<void> {
  try {
    const settings = context.settings();
    const origin = requireAcceptable(incoming, port, settings);
    for (const [name, value] of Object.entries(corsHeaders(origin)))
      response.setHeader(name, value);
    if (isPreflight(incoming)) return await sendReply(response, answerPreflight(incoming));
    const request = new RestRequest(incoming, settings.bodyBytesMax);
    const reply = await answer({ ...context, incoming, response, request });
    closeIfUnread(incoming, response);
    if (reply !== undefined) await sendReply(response, reply);
  } catch (thrown) {
    const error = toRestError(thrown, context.configFolder);
    if (error.reason === 'internal') {
      context.host.log.as('rest').error('a request failed', { error: String(thrown) });
    }
    closeIfUnread(incoming, response);
    if (response.headersSent) response.destroy();
    else await sendRestError(response, error);
  }
}

/** Undefined when the answer has been sent already. */
async function answer(visit: Visit): Promise<RestReply | undefined> {
  const { request, incoming, limits, facts, keys, settings, load } = visit;
  if ((incoming.url ?? '').length > limits.urlLengthMax) throw new RestError('url-too-long');
  if (load.isClosing) throw new RestError('unavailable', 'vaultd is stopping.');
  const { first, parts, endsInSlash } = splitPath(request.path);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const secret = onlyHeader(incoming, settings().keyHeader);
  if (first === '' && isRead) return answerStatus(facts, keys.find(secret));
  const document = isRead && parts.length === 0 ? findDocument(facts, first) : undefined;
  if (document !== undefined) return document;
  const key = keys.require(secret);
  return answerWithKey(visit, key, { first, parts, endsInSlash });
}

async function answerWithKey(
  visit: Visit,
  key: StoredKey,
  { first, parts, endsInSlash }: ReturnType<typeof splitPath>,
): Promise<RestReply | undefined> {
  const { request, incoming, response, limits, sessions, load, mcp } = visit;
  const { session, vault } = sessions.of(key);
  if (first === 'mcp' && mcp !== undefined) {
    await mcp.serve({ request: incoming, response }, key, vault);
    return undefined;
  }
  const route = findRoute(first);
  if (route === undefined) throw new RestError('not-found', 'There is nothing at this path.');
  if (load.count >= limits.requestsMax) {
    const headers = { 'Retry-After': '1' };
    throw new RestError('unavailable', 'Too many requests are under way.', { headers });
  }
  const deadline = new Deadline(response, limits.answerMs);
  load.count++;
  try {
    const signal = () => deadline.signal();
    const exchange = { request, key, session, parts, endsInSlash, signal };
    return await deadline.race(Promise.resolve(route(exchange)));
  } catch (thrown) {
    // A path that is refused here. What operations refuse is kept by their dispatch.
    if (thrown instanceof RestError && isVaultError(thrown.cause)) {
      session.reportDenied(`${request.method} /${first}`, thrown.cause);
    }
    throw thrown;
  } finally {
    load.count--;
    deadline.end();
  }
}

/** When a request has to end: after a time, or when the client no longer waits. */
class Deadline {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  readonly #late: Promise<never>;
  #aborting: AbortController | undefined;
  #fail: (error: RestError) => void = () => {};

  constructor(response: ServerResponse, ms: number) {
    this.#response = response;
    this.#late = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#timer = setTimeout(() => {
      this.#aborting?.abort();
      this.#fail(new RestError('unavailable', 'The answer took longer than it may.'));
    }, ms);
  }

  /** Most requests end before this is of use, so it is made when it is first asked for. */
  signal(): AbortSignal {
    if (this.#aborting === undefined) {
      const aborting = new AbortController();
      this.#aborting = aborting;
      this.#response.once('close', () => {
        if (!this.#response.writableFinished) aborting.abort();
      });
    }
    return this.#aborting.signal;
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#late]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** What was not read of a request must not be taken for the next one. A little is skipped. */
function closeIfUnread(incoming: IncomingMessage, response: ServerResponse): void {
  if (incoming.complete || response.headersSent) return;
  const length = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length <= restLimits.skippedBytesMax) incoming.resume();
  else response.setHeader('Connection', 'close');
}
