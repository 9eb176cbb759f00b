import type { Socket } from 'node:net';
import type { Caller } from '../../contract/callers.ts';
import { VaultError } from '../../contract/errors.ts';
import type { RemoteLimits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServedVault, Session, Sessions } from '../../operations/sessions.ts';
import { answer, answerOwn, findMethod, type Peer, weightOf } from './answer.ts';
import type { Correlations } from './correlations.ts';
import { encodeRemoteError, type Frame } from './encode.ts';
import { type Change, followChanges } from './feed.ts';
import { type FrameBounds, FrameReader } from './frame.ts';
import { parseMessage, type RemoteRequest } from './message.ts';
import { Order } from './order.ts';
import { RemoteOutbox } from './outbox.ts';
import { type Listener, Watching } from './watching.ts';

/** What the connections of a protocol share. */
export interface Shared {
  readonly vault: ServedVault;
  readonly sessions: Sessions;
  readonly limits: RemoteLimits;
  readonly correlations: Correlations;
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
export class RemoteConnection implements Peer, Listener {
  readonly limits: RemoteLimits;
  readonly correlations: Correlations;
  /** Resolves when the client has gone, and its session with it. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #bounds: FrameBounds;
  readonly #reader: FrameReader;
  readonly #outbox: RemoteOutbox;
  readonly #order = new Order();
  readonly #watching = new Watching(this);
  readonly #strangerTimer: NodeJS.Timeout;
  #session: Session | undefined;
  #weight = 0;
  #looks = 0;
  #looking = 0;
  /** Enough is under way: what came after it waits. */
  #isHeld = false;
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
    this.correlations = shared.correlations;
    const { strangerFrameBytesMax, headerBytesMax, strangerMs } = shared.limits;
    this.#bounds = { bodyBytesMax: strangerFrameBytesMax, headerBytesMax };
    this.#reader = new FrameReader(this.#bounds);
    this.#outbox = new RemoteOutbox(socket, () => this.#goOn());
    this.#strangerTimer = setTimeout(() => this.giveUp('it did not authenticate'), strangerMs);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#endWhenDone();
    });
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
      this.#shared.log.info('a wrong token was shown');
      this.#isEnding = true;
      return false;
    }
    clearTimeout(this.#strangerTimer);
    this.#bounds.bodyBytesMax = this.limits.frameBytesMax;
    const { sessions, vault } = this.#shared;
    this.#session ??= sessions.open(vault, caller, () => this.end());
    return true;
  }

  info(): unknown {
    return this.#shared.info();
  }

  watch(path: VaultPath, recursive: boolean): unknown {
    if (this.#watching.size >= this.limits.subscriptionsMax) {
      throw new VaultError('unavailable', 'This connection has too many subscriptions.', {
        hint: 'End some of them with fs.unwatch.',
      });
    }
    return { subscriptionId: this.#watching.add(path, recursive) };
  }

  unwatch(subscriptionId: string): void {
    this.#watching.remove(subscriptionId);
  }

  get isFree(): boolean {
    return this.#outbox.isFree;
  }

  countLooks(): number {
    if (this.#looking > 0) this.#looks++;
    return this.#looks;
  }

  follow(listener: (changes: readonly Change[]) => void): () => void {
    if (this.#session === undefined) return () => {};
    return followChanges(this.#session, this.#shared.log, listener);
  }

  push(frames: readonly string[]): void {
    this.#outbox.together(() => {
      for (const frame of frames) this.#outbox.add(frame);
    });
  }

  giveUp(why: string): void {
    this.#shared.log.info('a client was sent away', { why });
    this.#socket.destroy();
  }

  /** Answers what has come so far, then hangs up. */
  end(): void {
    this.#hasEnded = true;
    this.#endWhenDone();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    // What comes after the end is taken, so that the peer hears an end and not a reset.
    if (this.#isEnding || this.#hasEnded) return;
    this.#reader.push(chunk);
    if (this.#isHeld) this.#socket.pause();
    else this.#outbox.together(() => this.#read());
  }

  #read(): void {
    this.#isHeld = false;
    while (!this.#isEnding) {
      const { weightMax, unsentBytesMax } = this.limits;
      if (this.#weight >= weightMax || this.#outbox.bytes > unsentBytesMax) {
        this.#isHeld = true;
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
        ? this.#look(() => answer(session, operation, request, session.signal))
        : this.#order.change(request.params, async () => {
            this.correlations.remember(request);
            return answer(session, operation, request, never);
          });
    if (answered instanceof Promise) this.#wait(answered, weight);
    else this.#send(answered);
  }

  #wait(answered: Promise<Frame | undefined>, weight: number): void {
    this.#weight += weight;
    answered.then(
      (frame) => this.#finish(weight, frame),
      (thrown) => {
        this.#shared.log.error('a reply could not be made', { error: toLogText(thrown) });
        this.#finish(weight, undefined);
      },
    );
  }

  #look<T>(run: () => T | Promise<T>): T | Promise<T> {
    const before = this.#order.beforeReading();
    return before === undefined ? this.#lookNow(run) : before.then(() => this.#lookNow(run));
  }

  #lookNow<T>(run: () => T | Promise<T>): T | Promise<T> {
    this.#looks++;
    const found = run();
    if (!(found instanceof Promise)) return found;
    this.#looking++;
    return found.finally(() => {
      this.#looking--;
    });
  }

  #finish(weight: number, frame: Frame | undefined): void {
    this.#weight -= weight;
    this.#send(frame);
    this.#goOn();
    this.#endWhenDone();
  }

  #send(frame: Frame | undefined): void {
    if (frame === undefined || this.#socket.destroyed) return;
    if (typeof frame === 'string') this.#outbox.add(frame);
    else this.#outbox.addPieces(frame);
  }

  #goOn(): void {
    if (this.#isHeld) {
      this.#read();
      if (!this.#isHeld) this.#socket.resume();
    }
    if (this.#watching.size > 0) this.#watching.resume();
  }

  #endWhenDone(): void {
    const isDone = this.#isEnding || (this.#hasEnded && !this.#isHeld);
    if (!isDone || this.#weight > 0 || this.#isHangingUp) return;
    this.#isHangingUp = true;
    this.#watching.close();
    this.#socket.resume();
    this.#socket.once('finish', () => {
      this.#lingerTimer = setTimeout(() => this.#socket.destroy(), this.limits.lingerMs);
    });
    this.#outbox.end();
  }

  #close(): void {
    clearTimeout(this.#strangerTimer);
    clearTimeout(this.#lingerTimer);
    this.#watching.close();
    this.#outbox.clear();
    this.#session?.close();
  }
}
