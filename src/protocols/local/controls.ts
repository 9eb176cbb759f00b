import { RpcError, rpcCodes } from './client/errors.ts';
import type { Connection } from './connection.ts';
import type { Filter } from './event-filter.ts';
import type { WireServer, WireServerOptions } from './server.ts';

/** Methods that belong to the wire itself, whatever the daemon is for. */
export function addControls(
  server: WireServer,
  { onIdentify, onSubscribe }: Pick<WireServerOptions, 'onIdentify' | 'onSubscribe'>,
): void {
  server.handle('Ping', () => ({ pong: true }), { whileStopping: true });
  server.handle('Subscribe', (params, context) => {
    const { client } = context;
    if (client.subscriptions.size >= server.limits.subscriptionsMax) {
      throw new RpcError(rpcCodes.busy, 'too many subscriptions');
    }
    const { from, epoch, filter } = readSubscribe(params);
    const { seq, epoch: own } = server.events;
    const isSame = epoch === undefined || epoch === own;
    const missed = from !== undefined && isSame ? server.events.since(from) : undefined;
    const covered = missed === undefined ? seq : seq - missed.length;
    const subscription = client.subscribe(filter, covered);
    onSubscribe?.(client);
    if (missed !== undefined) context.afterAnswer(() => client.replay(subscription, missed));
    const answer = { subscription, epoch: own, seq: String(seq) };
    return from === undefined ? answer : { ...answer, replayed: missed !== undefined };
  });
  server.handle('Unsubscribe', (params, { client }) => {
    const name = readText(toObject(params), 'subscription');
    const removed = unsubscribe(client, name);
    onSubscribe?.(client);
    return { removed };
  });
  server.handle('Identify', (params, { client }) => {
    const { name, version } = toObject(params);
    if (typeof name !== 'string' || name === '') throw invalid('name must be a string');
    client.name = name.slice(0, 100);
    client.version = typeof version === 'string' ? version.slice(0, 100) : undefined;
    onIdentify?.(client);
    return { client: client.id };
  });
  server.handle('ListClients', () => server.clients.map(describe));
}

function unsubscribe({ subscriptions }: Connection, name: string | undefined): number {
  if (name !== undefined) return subscriptions.delete(name) ? 1 : 0;
  const { size } = subscriptions;
  subscriptions.clear();
  return size;
}

function describe(client: Connection): Record<string, unknown> {
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

function readSubscribe(params: unknown): { from?: number; epoch?: string; filter: Filter } {
  const given = toObject(params);
  const topics = readTexts(given, 'topics');
  const events = readTexts(given, 'events');
  const vault = readText(given, 'vault');
  const prefix = readText(given, 'path_prefix');
  const epoch = readText(given, 'epoch');
  const from = readSeq(given.from_seq);
  return {
    ...(from === undefined ? {} : { from }),
    ...(epoch === undefined ? {} : { epoch }),
    filter: {
      ...(topics === undefined ? {} : { topics }),
      ...(events === undefined ? {} : { events }),
      ...(vault === undefined ? {} : { vault }),
      ...(prefix === undefined ? {} : { path_prefix: prefix }),
    },
  };
}

function readSeq(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (/^\d{1,15}$/.test(String(value))) return Number(value);
  throw invalid('from_seq must be the number of an event');
}

function readText(given: Record<string, unknown>, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw invalid(`${name} must be a string`);
}

function readTexts(given: Record<string, unknown>, name: string): string[] | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw invalid(`${name} must be a list of strings`);
}

/** Absent, `null` and `[]` all mean no parameters. */
function toObject(params: unknown): Record<string, unknown> {
  if (params === undefined || params === null) return {};
  if (typeof params === 'object') return { ...params };
  throw invalid('params must be an object');
}

function invalid(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}
