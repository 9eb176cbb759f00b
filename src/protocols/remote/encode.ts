import { VaultError } from '../../contract/errors.ts';
import { remoteLimits } from '../../contract/limits.ts';
import { toFlatJson } from '../../kit/flat-json.ts';
import { largeBuffers } from '../../kit/large-buffers.ts';
import { createPace } from '../../kit/pace.ts';
import { isRecord } from '../../kit/records.ts';
import type { RemoteRpcError } from './errors.ts';
import { toFrame, toHeader } from './frame.ts';
import type { Piece } from './outbox.ts';

/** A frame that is ready to leave: as text, or in pieces when it is large. */
export type Frame = string | readonly SizedPiece[];

export interface SizedPiece {
  readonly piece: Piece;
  readonly bytes: number;
}

/** Anything longer than this is encoded in parts, with turns for others in between. */
const longCharsMin = 64 * 1024;
const longListMin = 256;
const listStep = 1024;
/** Shorter ones are joined when they leave. */
const keptPieceMin = 16 * 1024;
/**
 * Divisible by three, so that the base64 of the parts can be joined. Strings of this size are made
 * and forgotten without any trouble for the collector, and the client takes one while the next is made.
 */
const base64PieceBytes = 48 * 1024;

/** A part of a body; bytes stay as they are until they leave. */
type Part = string | Buffer;

export function encodeRemoteError(id: string, error: RemoteRpcError): string {
  return toFrame(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}

export function encodePush(method: string, params: string, cid: string | undefined): string {
  const meta = cid === undefined ? '' : `,"meta":{"cid":${JSON.stringify(cid)}}`;
  return toFrame(`{"jsonrpc":"2.0","method":"${method}","params":${params}${meta}}`);
}

/** The reply with a result that is known to be small. */
export function encodeSmall(id: string, output: unknown): string {
  const { text, bytes } = toJson(output);
  const head = `{"jsonrpc":"2.0","id":${id},"result":`;
  // The parts are counted one by one, since to count a joined text is to copy it.
  return `${toHeader(Buffer.byteLength(head) + bytes + 1)}${head}${text}}`;
}

/** The reply with a result. Members named `bytes` go out as `contentBase64`. */
export function encodeRemoteResult(id: string, output: unknown): Frame | Promise<Frame> {
  return isShort(output) ? encodeSmall(id, output) : encodeLong(id, output);
}

async function encodeLong(id: string, output: unknown): Promise<Frame> {
  const known = isRecord(output) ? encodedLists.get(output) : undefined;
  const pieces = known ?? (await toPieces(output));
  if (isRecord(output) && known === undefined) keepList(output, pieces);
  const head = toPiece(`{"jsonrpc":"2.0","id":${id},"result":`);
  const tail = toPiece('}');
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, head.bytes + tail.bytes);
  if (total > remoteLimits.frameBytesMax) throw tooLarge(total);
  return [toPiece(toHeader(total)), head, ...pieces, tail];
}

/** An operation that keeps a long list gives it out again, and it is encoded once: into bytes. */
const encodedLists = new WeakMap<object, readonly SizedPiece[]>();

function keepList(output: object, pieces: readonly SizedPiece[]): void {
  const isText = pieces.every(({ piece }) => typeof piece === 'string');
  if (isText) encodedLists.set(output, pieces.map(toKeptPiece));
}

/** Who sends it a second time makes bytes of it, for all who come after. */
function toKeptPiece({ piece, bytes }: SizedPiece): SizedPiece {
  if (bytes < keptPieceMin) return { piece, bytes };
  let held: Buffer | undefined;
  const make = () => {
    held ??= toBuffer(typeof piece === 'string' ? piece : piece());
    return held;
  };
  return { piece: make, bytes };
}

function toBuffer(made: string | Buffer): Buffer {
  return typeof made === 'string' ? Buffer.from(made) : made;
}

async function toPieces(output: unknown): Promise<readonly SizedPiece[]> {
  const pieces: SizedPiece[] = [];
  const pace = createPace();
  for (const part of toParts(output)) {
    if (typeof part === 'string') pieces.push(toPiece(part));
    else pieces.push(...toBase64Pieces(part));
    if (pace.isDue()) await pace.turn();
  }
  return pieces;
}

function isShort(output: unknown): boolean {
  if (!isRecord(output)) return true;
  for (const name in output) {
    const value = output[name];
    if (Buffer.isBuffer(value)) return value.length < longCharsMin && name === 'bytes';
    if (typeof value === 'string' && value.length > longCharsMin) return false;
    if (Array.isArray(value) && (value.length > longListMin || holdsBytes(value))) return false;
  }
  return true;
}

/** Of a file that did not change an operation gives the very same output, which is encoded once. */
const encodedTexts = new WeakMap<object, SizedText>();
const keptCharsMin = 512;

interface SizedText {
  readonly text: string;
  readonly bytes: number;
}

function toJson(output: unknown): SizedText {
  if (!isRecord(output)) return toSized(JSON.stringify(output ?? null));
  if (typeof output.content === 'string' && output.content.length >= keptCharsMin) {
    const json = encodedTexts.get(output) ?? toSized(JSON.stringify(output));
    encodedTexts.set(output, json);
    return json;
  }
  if (!Buffer.isBuffer(output.bytes)) return toSized(toFlatJson(output) ?? JSON.stringify(output));
  const parts = [...toParts(output)];
  return toSized(
    parts.map((part) => (typeof part === 'string' ? part : part.toString('base64'))).join(''),
  );
}

function toSized(text: string): SizedText {
  return { text, bytes: Buffer.byteLength(text) };
}

function* toParts(value: unknown): Generator<Part, void, undefined> {
  if (typeof value === 'string' && value.length > longCharsMin) yield* toTextParts(value);
  else if (Array.isArray(value)) yield* toListParts(value);
  else if (isRecord(value)) yield* toMemberParts(value);
  else yield JSON.stringify(value ?? null);
}

function* toMemberParts(value: Record<string, unknown>): Generator<Part, void, undefined> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (Buffer.isBuffer(member)) {
      yield `${before}"contentBase64":"`;
      yield member;
      yield '"';
    } else {
      yield `${before}${JSON.stringify(name)}:`;
      yield* toParts(member);
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* toListParts(list: readonly unknown[]): Generator<Part, void, undefined> {
  yield '[';
  if (holdsBytes(list)) {
    for (const [index, item] of list.entries()) {
      if (index > 0) yield ',';
      yield* toParts(item);
    }
  } else {
    for (let start = 0; start < list.length; start += listStep) {
      const some = JSON.stringify(list.slice(start, start + listStep)).slice(1, -1);
      yield start === 0 ? some : `,${some}`;
    }
  }
  yield ']';
}

/** A pair of surrogates is one character and stays together. */
function* toTextParts(text: string): Generator<Part, void, undefined> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + longCharsMin, text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end++;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

function holdsBytes(list: readonly unknown[]): boolean {
  return list.some((item) => isRecord(item) && Buffer.isBuffer(item.bytes));
}

function toPiece(text: string): SizedPiece {
  return { piece: text, bytes: Buffer.byteLength(text) };
}

/** Base64 is a third longer than its bytes, so it is made when it leaves. */
function toBase64Pieces(bytes: Buffer): readonly SizedPiece[] {
  const pieces: SizedPiece[] = [];
  for (let start = 0; start < bytes.length; start += base64PieceBytes) {
    const end = Math.min(start + base64PieceBytes, bytes.length);
    const make = () => {
      const piece = bytes.toString('base64', start, end);
      if (end === bytes.length) largeBuffers.giveBack(bytes);
      return piece;
    };
    pieces.push({ piece: make, bytes: Math.ceil((end - start) / 3) * 4 });
  }
  return pieces;
}

function tooLarge(bytes: number): VaultError {
  const limit = remoteLimits.frameBytesMax;
  return new VaultError('too-large', `The reply would have ${bytes} bytes, the limit is ${limit}.`);
}
