import type { Socket } from 'node:net';
import { Fifo } from '../../kit/fifo.ts';
import { createPace } from '../../kit/pace.ts';

/** Part of a reply. A large one is made only when the client has taken what came before it: bytes, or ASCII. */
export type Piece = string | (() => Buffer | string);

/** Frames are joined up to about this size, so that a busy tick costs one write. */
const joinedCharsMax = 64 * 1024;

/**
 * What waits for one client. Whoever adds never waits. Small frames of a tick leave in one write;
 * a large one leaves piece by piece, each when the one before has been taken.
 */
export class RemoteOutbox {
  readonly #socket: Socket;
  readonly #onFree: () => void;
  readonly #pieces = new Fifo<{ readonly piece: Piece; readonly bytes: number }>();
  readonly #pace = createPace();
  #text = '';
  #bytes = 0;
  #isScheduled = false;
  #isWaiting = false;
  #isEnding = false;

  /** `onFree` is called whenever everything has left after the client had kept us waiting. */
  constructor(socket: Socket, onFree: () => void) {
    this.#socket = socket;
    this.#onFree = onFree;
  }

  /** What the client has not taken yet. */
  get bytes(): number {
    return this.#bytes + this.#text.length + this.#socket.writableLength;
  }

  /** True when a push would leave at once. */
  get isFree(): boolean {
    return !this.#isWaiting && this.#pieces.size === 0;
  }

  /** What is added while `run` runs leaves right after it, in one write. */
  together(run: () => void): void {
    this.#isScheduled = true;
    run();
    if (this.#isWaiting) this.#isScheduled = false;
    else this.#flush();
  }

  /** A whole small frame. */
  add(frame: string): void {
    if (this.#pieces.size === 0) this.#text += frame;
    else this.#push(frame, frame.length);
    this.#schedule();
  }

  /** A frame in parts, the header among them. */
  addPieces(pieces: readonly { readonly piece: Piece; readonly bytes: number }[]): void {
    const text = this.#takeText();
    if (text !== '') this.#push(text, text.length);
    for (const { piece, bytes } of pieces) this.#push(piece, bytes);
    this.#schedule();
  }

  /** Hangs up once everything has left. */
  end(): void {
    this.#isEnding = true;
    this.#schedule();
  }

  clear(): void {
    this.#pieces.clear();
    this.#text = '';
    this.#bytes = 0;
  }

  #push(piece: Piece, bytes: number): void {
    this.#pieces.push({ piece, bytes });
    this.#bytes += bytes;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWaiting) return;
    this.#isScheduled = true;
    process.nextTick(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    while (!this.#isWaiting && !this.#socket.destroyed) {
      const next = this.#next();
      if (next === undefined) {
        if (this.#isEnding) this.#socket.end();
        return;
      }
      // Only who waits needs to hear when the client has taken it.
      if (this.#write(next)) continue;
      this.#isWaiting = true;
      this.#socket.once('drain', this.#drained);
    }
  };

  /** A client that takes as fast as we make would have us to itself. */
  readonly #drained = (): void => {
    if (this.#pace.isDue()) void this.#pace.turn().then(this.#taken);
    else this.#taken();
  };

  readonly #taken = (): void => {
    if (this.#socket.destroyed) return;
    this.#isWaiting = false;
    this.#flush();
    if (this.isFree) this.#onFree();
  };

  #write(piece: Piece): boolean {
    if (typeof piece === 'string') return this.#socket.write(piece);
    const made = piece();
    return typeof made === 'string' ? this.#socket.write(made, 'latin1') : this.#socket.write(made);
  }

  #next(): Piece | undefined {
    const first = this.#shift();
    if (first === undefined) return this.#text === '' ? undefined : this.#takeText();
    if (typeof first === 'function') return first;
    let text = first;
    while (text.length < joinedCharsMax && typeof this.#pieces.peek()?.piece === 'string') {
      text += this.#shift();
    }
    return text;
  }

  #shift(): Piece | undefined {
    const item = this.#pieces.shift();
    if (item === undefined) return undefined;
    this.#bytes -= item.bytes;
    return item.piece;
  }

  #takeText(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
