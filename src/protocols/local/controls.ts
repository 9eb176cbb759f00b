import type { WireLimits } from '../../contract/limits.ts';
import { RpcError, rpcCodes } from './client/errors.ts';
import type { Connection } from './connection.ts';
import type { Filter } from './event-filter.ts';
import type { EventLog } from './event-log.ts';
import type { CallContext, Handler, HandlerOptions } from './handlers.ts';

/** The server, as far as its own methods need it. */
interface ControlledServer {
  readonly limits: WireLimits;
  readonly events: EventLog;
  readonly clients: readonly Connection[];
  handle(method: string, handler: Handler, options?: HandlerOptions): void;
}

export interface ControlHooks {
  /** Runs when a client has given its name. */
  readonly onIdentify?: (client: Connection) => void;
  /** Runs when the subscriptions of a client have changed. */
  readonly onSubscribe?: (client: Connection) => void;
}

/** Methods that belong to the wire itself, whatever the daemon is for. */
export function addControls(
  server: ControlledServer,
  { onIdentify, onSubscribe }: ControlHooks,
): void {
  server.handle('Ping', () => ({ pong: true }), { whileStopping: true });
  server.handle('Subscribe', (params, context) => {
    const answer = subscribe(server, context, params);
    onSubscribe?.(context.client);
    return answer;
  });
  server.handle('Unsubscribe', (params, { client }) => {
    const removed = unsubscribe(client, readText(toParams(params), 'subscription'));
    onSubscribe?.(client);
    return { removed };
  });
  server.handle('Identify', (params, { client }) => {
    const { name, version } = toParams(params);
    const { clientNameLengthMax: lengthMax } = server.limits;
    if (typeof name !== 'string' || name === '') throw paramsError('name must be a string');
    client.name = name.slice(0, lengthMax);
    client.version = typeof version === 'string' ? version.slice(0, lengthMax) : undefined;
    onIdentify?.(client);
    return { client: client.id };
  });
  server.handle('ListClients', () => server.clients.map(describeClient));
}

/** The parameters of a method. Absent and `[]` mean none. */
export function toParams(params: unknown): Record<string, unknown> {
  if (params === undefined || Array.isArray(params)) return {};
  if (typeof params === 'object' && params !== null) return { ...params };
  throw paramsError('params must be an object');
}

export function paramsError(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}

function subscribe(
  { events, limits }: ControlledServer,
  context: CallContext,
  params: unknown,
): Record<string, unknown> {
  const { client } = context;
  if (client.subscriptions.size >= limits.subscriptionsMax) {
    throw new RpcError(rpcCodes.busy, 'too many subscriptions');
  }
  const given = toParams(params);
  const filter = readFilter(given);
  const epoch = readText(given, 'epoch') ?? events.epoch;
  const from = readSeq(given.from_seq);
  const { seq } = events;
  const missed = from !== undefined && epoch === events.epoch ? events.since(from) : undefined;
  const subscription = client.subscribe(filter, seq - (missed?.length ?? 0));
  if (missed !== undefined) context.afterAnswer(() => client.replay(subscription, missed));
  const answer = { subscription, epoch: events.epoch, seq: String(seq) };
  return from === undefined ? answer : { ...answer, replayed: missed !== undefined };
}

function unsubscribe({ subscriptions }: Connection, name: string | undefined): number {
  if (name !== undefined) return subscriptions.delete(name) ? 1 : 0;
  const { size } = subscriptions;
  subscriptions.clear();
  return size;
}

function describeClient(client: Connection): Record<string, unknown> {
  return {
    client: client.id,
    connected_at: new Date(client.connectedAt).toISOString(),
    ...(client.name === undefined ? {} : { name: client.name }),
    ...(client.version === undefined ? {} : { version: client.version }),
    subscriptions: client.subscriptions.size,
    queued: client.eventsQueued,
    dropped: client.eventsDropped,
  };
}

function readFilter(given: Record<string, unknown>): Filter {
  const topics = readTexts(given, 'topics');
  const events = readTexts(given, 'events');
  const vault = readText(given, 'vault');
  const path_prefix = readText(given, 'path_prefix');
  return {
    ...(topics && { topics }),
    ...(events && { events }),
    ...(vault !== undefined && { vault }),
    ...(path_prefix !== undefined && { path_prefix }),
  };
}

function readSeq(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (/^\d{1,15}$/.test(String(value))) return Number(value);
  throw paramsError('from_seq must be the number of an event');
}

function readText(given: Record<string, unknown>, name: string): string | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw paramsError(`${name} must be a string`);
}

function readTexts(given: Record<string, unknown>, name: string): string[] | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw paramsError(`${name} must be a list of strings`);
}
