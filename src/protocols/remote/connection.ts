import type { Socket } from 'node:net';
import type { Caller } from '../../contract/callers.ts';
import { VaultError } from '../../contract/errors.ts';
import type { RemoteLimits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import { Outbox, streamSink } from '../../kit/outbox.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServedVault, Session, Sessions } from '../../operations/sessions.ts';
import { answer, answerOwn, findMethod, type Peer, weightOf } from './answer.ts';
import type { CorrelationIds } from './correlation-ids.ts';
import { encodeRemoteError, type Frame } from './encode.ts';
import { followChanges, type PathChange } from './follow-changes.ts';
import { type FrameBounds, FrameReader, parseMessage, type RemoteRequest } from './frame.ts';
import { RequestOrder } from './request-order.ts';
import { type Subscriber, Subscriptions } from './subscriptions.ts';

/** What the connections of a protocol share. */
export interface Shared {
  readonly vault: ServedVault;
  readonly sessions: Sessions;
  readonly limits: RemoteLimits;
  readonly correlationIds: CorrelationIds;
  readonly log: Log;
  isToken(token: string): boolean;
  info(): unknown;
}

const caller: Caller = {
  protocol: 'remote',
  client: 'remote',
  grants: new Set(['read', 'write']),
  // The client keeps its settings in `.obsidian` and its trash in `.trash`.
  policy: { hidden: true },
};

/** A change that has begun runs to its end, also when the client has gone. */
const never = new AbortController().signal;

/** One client: its bytes in, its frames out, its session and its subscriptions. All of it dies with the socket. */
export class RemoteConnection implements Peer, Subscriber {
  readonly limits: RemoteLimits;
  readonly correlationIds: CorrelationIds;
  /** Resolves when the client has gone, and its session with it. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #bounds: FrameBounds;
  readonly #reader: FrameReader;
  readonly #outbox: Outbox;
  readonly #order = new RequestOrder();
  readonly #subscriptions = new Subscriptions(this);
  readonly #authTimer: NodeJS.Timeout;
  #session: Session | undefined;
  /** What the requests under way weigh together. */
  #weight = 0;
  #reads = 0;
  #readsRunning = 0;
  /** Enough is under way: what came after it waits. */
  #isPaused = false;
  /** Nothing more comes from the client, or is taken from it, but it gets its answers. */
  #hasEnded = false;
  /** No further request is begun; the connection ends when those under way are answered. */
  #isEnding = false;
  #isHangingUp = false;
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.limits = shared.limits;
    this.correlationIds = shared.correlationIds;
    const { unauthenticatedFrameBytesMax, headerBytesMax, authenticateMs } = shared.limits;
    this.#bounds = { bodyBytesMax: unauthenticatedFrameBytesMax, headerBytesMax };
    this.#reader = new FrameReader(this.#bounds);
    this.#outbox = new Outbox(streamSink(socket), {
      isStream: true,
      onEmpty: () => this.#resume(),
    });
    this.#authTimer = setTimeout(() => this.disconnect('it did not authenticate'), authenticateMs);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('end', () => this.end());
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#close();
        resolve();
      });
    });
  }

  authenticate(token: string): boolean {
    if (!this.#shared.isToken(token)) {
      this.#shared.log.info('a client sent a wrong token');
      this.#isEnding = true;
      return false;
    }
    clearTimeout(this.#authTimer);
    this.#bounds.bodyBytesMax = this.limits.frameBytesMax;
    const { sessions, vault } = this.#shared;
    this.#session ??= sessions.open(vault, caller, () => this.end());
    return true;
  }

  info(): unknown {
    return this.#shared.info();
  }

  watch(path: VaultPath, recursive: boolean): unknown {
    if (this.#subscriptions.size >= this.limits.subscriptionsMax) {
      throw new VaultError('unavailable', 'This connection has too many subscriptions.', {
        hint: 'End some of them with fs.unwatch.',
      });
    }
    return { subscriptionId: this.#subscriptions.add(path, recursive) };
  }

  unwatch(subscriptionId: string): void {
    this.#subscriptions.remove(subscriptionId);
  }

  get isFree(): boolean {
    return this.#outbox.isEmpty;
  }

  countReads(): number {
    if (this.#readsRunning > 0) this.#reads++;
    return this.#reads;
  }

  follow(listener: (changes: readonly PathChange[]) => void): () => void {
    if (this.#session === undefined) return () => {};
    return followChanges(this.#session, this.#shared.log, listener);
  }

  push(frames: readonly string[]): void {
    for (const frame of frames) this.#outbox.add(frame);
    this.#outbox.flush();
  }

  disconnect(why: string): void {
    this.#shared.log.info('a client was disconnected', { why });
    this.destroy();
  }

  /** Answers what has come so far, then closes the connection. */
  end(): void {
    this.#hasEnded = true;
    this.#endWhenDone();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    // What comes after the end is read, so that the peer sees an end and not a reset.
    if (this.#isEnding || this.#hasEnded) return;
    this.#reader.push(chunk);
    if (this.#isPaused) this.#socket.pause();
    else {
      this.#read();
      this.#outbox.flush();
    }
  }

  #read(): void {
    this.#isPaused = false;
    while (!this.#isEnding) {
      const { weightMax, unsentBytesMax } = this.limits;
      if (this.#weight >= weightMax || this.#outbox.unsentBytes > unsentBytesMax) {
        this.#isPaused = true;
        return;
      }
      const body = this.#reader.next();
      if (body === undefined) break;
      this.#begin(body.toString(), body.length);
    }
    const why = this.#reader.violation;
    if (why !== undefined && !this.#isEnding) {
      this.#shared.log.info('a client broke the protocol', { why });
      this.#isEnding = true;
    }
    this.#endWhenDone();
  }

  #begin(text: string, bytes: number): void {
    const { request, refused } = parseMessage(text);
    if (request === undefined) {
      if (refused.id !== undefined) this.#send(encodeRemoteError(refused.id, refused.error));
      return;
    }
    const found = findMethod(request.method, this.#session !== undefined);
    if ('code' in found) {
      if (request.id !== undefined) this.#send(encodeRemoteError(request.id, found));
    } else if ('input' in found) this.#run(found, request, weightOf(request.method, bytes));
    else this.#send(answerOwn(this, found, request));
  }

  #run(operation: Operation, request: RemoteRequest, weight: number): void {
    const session = this.#session;
    if (session === undefined) return;
    const answered =
      operation.access === 'read'
        ? this.#runRead(() => answer(session, operation, request, session.signal))
        : this.#order.write(request.params, async () => {
            this.correlationIds.keep(request);
            return answer(session, operation, request, never);
          });
    if (answered instanceof Promise) this.#await(answered, weight);
    else this.#send(answered);
  }

  #await(answered: Promise<Frame | undefined>, weight: number): void {
    this.#weight += weight;
    answered.then(
      (frame) => this.#finish(weight, frame),
      (thrown) => {
        this.#shared.log.error('a reply could not be made', { error: toLogText(thrown) });
        this.#finish(weight, undefined);
      },
    );
  }

  #runRead<T>(run: () => T | Promise<T>): T | Promise<T> {
    const before = this.#order.beforeRead();
    return before === undefined ? this.#countRead(run) : before.then(() => this.#countRead(run));
  }

  #countRead<T>(run: () => T | Promise<T>): T | Promise<T> {
    this.#reads++;
    const found = run();
    if (!(found instanceof Promise)) return found;
    this.#readsRunning++;
    return found.finally(() => {
      this.#readsRunning--;
    });
  }

  #finish(weight: number, frame: Frame | undefined): void {
    this.#weight -= weight;
    this.#send(frame);
    this.#resume();
    this.#endWhenDone();
  }

  #send(frame: Frame | undefined): void {
    if (frame === undefined || this.#socket.destroyed) return;
    if (typeof frame === 'string') this.#outbox.add(frame);
    else for (const { data, bytes } of frame) this.#outbox.add(data, bytes);
  }

  /** Goes on with what had to wait. */
  #resume(): void {
    if (this.#isPaused) {
      this.#read();
      if (!this.#isPaused) this.#socket.resume();
    }
    this.#subscriptions.resume();
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    const isDone = this.#isEnding || (this.#hasEnded && !this.#isPaused);
    if (!isDone || this.#weight > 0 || this.#isHangingUp) return;
    this.#subscriptions.close();
    if (!this.#outbox.isEmpty) return;
    this.#isHangingUp = true;
    this.#socket.resume();
    this.#socket.once('finish', () => {
      this.#lingerTimer = setTimeout(() => this.#socket.destroy(), this.limits.lingerMs);
    });
    this.#socket.end();
  }

  #close(): void {
    clearTimeout(this.#authTimer);
    clearTimeout(this.#lingerTimer);
    this.#subscriptions.close();
    this.#outbox.clear();
    this.#session?.close();
  }
}
