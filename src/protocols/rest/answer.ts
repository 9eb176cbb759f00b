import type { IncomingMessage, ServerResponse } from 'node:http';
import { isVaultError } from '../../contract/errors.ts';
import { type RestLimits, restLimits } from '../../contract/rest-limits.ts';
import { onlyHeader } from '../../kit/headers.ts';
import type { MaybeLater } from '../../kit/maybe-later.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import type { KeySessions } from './connection.ts';
import { RestError, toRestError } from './errors.ts';
import {
  type RestHeaders,
  type RestReply,
  RestRequest,
  sendReply,
  sendRestError,
} from './frame.ts';
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

/** One request with its answer to be. */
interface Visit {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers one request, also when it fails. What is known at once is answered in the same tick: a
 * promise for each step of the way would cost more than reading a small file.
 */
export function answerRest(
  incoming: IncomingMessage,
  response: ServerResponse,
  port: number,
  context: AnswerContext,
): void {
  const visit = { incoming, response };
  const finish = (reply: RestReply | undefined) => {
    closeIfUnread(visit);
    if (reply !== undefined) sendReply(response, reply);
  };
  const fail = (thrown: unknown) => answerFailure(visit, thrown, context);
  try {
    const origin = requireAcceptable(incoming, port, context.settings());
    if (origin !== undefined) setAll(response, corsHeaders(origin));
    const reply = isPreflight(incoming) ? answerPreflight(incoming) : answer(visit, context);
    if (reply instanceof Promise) reply.then(finish).catch(fail);
    else finish(reply);
  } catch (thrown) {
    fail(thrown);
  }
}

function answerFailure(visit: Visit, thrown: unknown, { configFolder, host }: AnswerContext): void {
  const error = toRestError(thrown, configFolder);
  if (error.reason === 'internal') {
    host.log.as('rest').error('a request failed', { error: String(thrown) });
  }
  closeIfUnread(visit);
  if (visit.response.headersSent) visit.response.destroy();
  else sendRestError(visit.response, error);
}

function setAll(response: ServerResponse, headers: RestHeaders): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
}

/** Undefined when the answer has been sent already. */
function answer(visit: Visit, context: AnswerContext): MaybeLater<RestReply | undefined> {
  const { incoming } = visit;
  const { limits, facts, keys, load } = context;
  const settings = context.settings();
  if ((incoming.url ?? '').length > limits.urlLengthMax) throw new RestError('url-too-long');
  if (load.isClosing) {
    // An idle connection would hold up the end.
    const headers = { Connection: 'close' };
    throw new RestError('unavailable', 'vaultd is stopping.', { headers });
  }
  const request = new RestRequest(incoming, settings.bodyBytesMax);
  const at = splitPath(request.path);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const secret = onlyHeader(incoming, settings.keyHeader);
  if (at.first === '' && isRead) return answerStatus(facts, keys.find(secret, incoming.socket));
  const document = isRead && at.parts.length === 0 ? findDocument(facts, at.first) : undefined;
  if (document !== undefined) return document;
  const key = keys.require(secret, incoming.socket);
  return answerWithKey(visit, context, { request, at, key });
}

interface Asked {
  readonly request: RestRequest;
  readonly at: ReturnType<typeof splitPath>;
  readonly key: StoredKey;
}

function answerWithKey(
  { incoming, response }: Visit,
  { limits, sessions, load, mcp }: AnswerContext,
  { request, at: { first, parts, endsInSlash }, key }: Asked,
): MaybeLater<RestReply | undefined> {
  const { session, vault } = sessions.of(key);
  if (first === 'mcp' && mcp !== undefined) {
    return mcp.serve({ request: incoming, response }, key, vault).then(() => undefined);
  }
  const route = findRoute(first);
  if (route === undefined) throw new RestError('not-found', 'There is nothing at this path.');
  if (load.count >= limits.requestsMax) {
    const headers = { 'Retry-After': '1' };
    throw new RestError('unavailable', 'Too many requests are under way.', { headers });
  }
  const deadline = new Deadline(response);
  const signal = () => deadline.signal();
  const keep = (thrown: unknown): never => {
    // A path that is refused here. What operations refuse is kept by their dispatch.
    if (thrown instanceof RestError && isVaultError(thrown.cause)) {
      session.reportDenied(`${request.method} /${first}`, thrown.cause);
    }
    throw thrown;
  };
  try {
    const reply = route({ request, key, session, parts, endsInSlash, signal });
    if (!(reply instanceof Promise)) return reply;
    load.count++;
    return deadline.race(reply.catch(keep), limits.answerMs).finally(() => load.count--);
  } catch (thrown) {
    return keep(thrown);
  }
}

/** When a request has to end: after a time, or when the client no longer waits. */
class Deadline {
  readonly #response: ServerResponse;
  #aborting: AbortController | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
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

  /** The result of the work, if it comes in time. */
  race<T>(work: Promise<T>, ms: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#aborting?.abort();
        reject(new RestError('unavailable', 'The answer took longer than it may.'));
      }, ms);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

/** What was not read of a request must not be taken for the next one. A little is skipped. */
function closeIfUnread({ incoming, response }: Visit): void {
  if (incoming.complete || response.headersSent) return;
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  const hasBody = length !== undefined || coding !== undefined;
  if (!hasBody) return;
  if (Number(length ?? Number.POSITIVE_INFINITY) <= restLimits.skippedBytesMax) incoming.resume();
  else response.setHeader('Connection', 'close');
}
