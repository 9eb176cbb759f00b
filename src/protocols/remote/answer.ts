import * as z from 'zod';
import { toVaultError } from '../../contract/errors.ts';
import { remoteLimits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { type Outcome, parseInput } from '../../operations/dispatch.ts';
import { servedAt } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Session } from '../../operations/sessions.ts';
import { flag } from '../../operations/shapes.ts';
import { encodeRemoteError, encodeRemoteResult, encodeSmall, type Frame } from './encode.ts';
import { type RemoteRpcError, remoteCodes, toRemoteRpcError } from './errors.ts';
import type { RemoteRequest } from './frame.ts';

/** What the methods of the connection itself can do with it. */
export interface Peer {
  /** True when the token is the right one. */
  authenticate(token: string): boolean;
  info(): unknown;
  watch(path: VaultPath, recursive: boolean): unknown;
  unwatch(subscriptionId: string): void;
}

/** A method that belongs to the connection and is no operation. */
export interface PeerMethod {
  /** May be called before the token was sent. */
  readonly isOpen?: true;
  run(peer: Peer, params: unknown): unknown;
}

/** Thrown by `auth` only: no operation fails this way. */
class WrongToken extends Error {}

const authInput = z.object({ token: z.string().nullish() }).nullable();
const unwatchInput = z.object({ subscriptionId: z.string().nullish() });
const watchInput = z.object({
  path: z
    .string()
    .nullish()
    .transform((path) => path?.replace(/^\/+/, '') ?? '')
    .pipe(vaultPath),
  recursive: flag,
});

const peerMethods: ReadonlyMap<string, PeerMethod> = new Map(
  Object.entries<PeerMethod>({
    auth: {
      isOpen: true,
      run(peer, params) {
        const input = parseInput({ name: 'auth', input: authInput }, params);
        if (!peer.authenticate(input?.token ?? '')) throw new WrongToken();
        return { ok: true };
      },
    },
    'server.info': { run: (peer) => peer.info() },
    'fs.watch': {
      run(peer, params) {
        const input = parseInput({ name: 'fs.watch', input: watchInput }, params ?? {});
        return peer.watch(input.path, input.recursive);
      },
    },
    'fs.unwatch': {
      run(peer, params) {
        const input = parseInput({ name: 'fs.unwatch', input: unwatchInput }, params ?? {});
        peer.unwatch(input.subscriptionId ?? '');
        return {};
      },
    },
  }),
);

const operations = servedAt('remote');

/** Everything that can be called. */
export const methodNames: readonly string[] = [...peerMethods.keys(), ...operations.keys()].sort();

/** What `server.info` lists: the methods, and the parameter that the plugin's daemon does not know. */
export const capabilities: readonly string[] = [...methodNames, 'expectedHash'].sort();

/** Methods whose requests hold much in memory or much of the disk's time. */
const heavyMethods: ReadonlySet<string> = new Set([
  'fs.readBinary',
  'fs.readBinaryRange',
  'fs.readMany',
  'fs.readText',
  'fs.thumbnail',
  'fs.walk',
  'vault.metadata',
  'vault.search',
]);

export function weightOf(method: string, bytes: number): number {
  const isHeavy = bytes > remoteLimits.heavyBytesMin || heavyMethods.has(method);
  return isHeavy ? remoteLimits.heavyWeight : 1;
}

/** What the request is for; an error when there is no such thing, or not yet for this client. */
export function findMethod(
  method: string,
  isAuthenticated: boolean,
): Operation | PeerMethod | RemoteRpcError {
  const found = operations.get(method) ?? peerMethods.get(method);
  if (found === undefined) {
    return { code: remoteCodes.methodNotFound, message: `method not found: ${method}` };
  }
  if (!isAuthenticated && !('isOpen' in found)) {
    return { code: remoteCodes.authRequired, message: 'auth required' };
  }
  return found;
}

/** Runs an operation and makes the frame that goes back: at once, if it is there at once. */
export function answer(
  session: Session,
  operation: Operation,
  { id, params }: RemoteRequest,
  signal: AbortSignal,
): Frame | undefined | Promise<Frame | undefined> {
  const outcome = session.dispatch(operation, params ?? {}, signal);
  return outcome instanceof Promise
    ? outcome.then((later) => toFrame(id, later))
    : toFrame(id, outcome);
}

/** Runs a method of the connection and makes the frame that goes back. */
export function answerOwn(
  peer: Peer,
  method: PeerMethod,
  request: RemoteRequest,
): string | undefined {
  const { id, params } = request;
  try {
    const output = method.run(peer, params);
    return id === undefined ? undefined : encodeSmall(id, output);
  } catch (thrown) {
    if (id === undefined) return undefined;
    const error =
      thrown instanceof WrongToken
        ? { code: remoteCodes.authInvalid, message: 'invalid token' }
        : toRemoteRpcError(toVaultError(thrown));
    return encodeRemoteError(id, error);
  }
}

function toFrame(id: string | undefined, outcome: Outcome): Frame | Promise<Frame> | undefined {
  if (id === undefined) return undefined;
  if (!outcome.ok) return encodeRemoteError(id, toRemoteRpcError(outcome.error));
  const frame = encodeRemoteResult(id, outcome.output);
  if (!(frame instanceof Promise)) return frame;
  return frame.catch((thrown) => encodeRemoteError(id, toRemoteRpcError(toVaultError(thrown))));
}
