import { VaultError } from '../../contract/errors.ts';
import { remoteLimits } from '../../contract/limits.ts';
import type { Outgoing } from '../../kit/outbox.ts';
import { createPace } from '../../kit/pace.ts';
import { isRecord } from '../../kit/records.ts';
import type { RemoteRpcError } from './errors.ts';
import { toFrame, toHeader } from './frame.ts';

/** A frame that is ready to leave: as text, or in parts when it is large. */
export type Frame = string | readonly FramePart[];

interface FramePart {
  readonly data: Outgoing;
  readonly bytes: number;
}

/** Anything longer than this is encoded in parts, so that other requests are not held up. */
const longCharsMin = 64 * 1024;
const longListMin = 256;
const listStep = 1024;
/** Divisible by three, so that the base64 of the parts can be joined. */
const base64PartBytes = 48 * 1024;

export function encodeRemoteError(id: string, error: RemoteRpcError): string {
  return toFrame(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}

export function encodePush(method: string, params: object, cid: string | undefined): string {
  const meta = cid === undefined ? {} : { meta: { cid } };
  return toFrame(JSON.stringify({ jsonrpc: '2.0', method, params, ...meta }));
}

/** The reply with a result that is known to be small. */
export function encodeSmall(id: string, output: unknown): string {
  const json = hasBytes(output)
    ? Array.from(toParts(output), toText).join('')
    : JSON.stringify(output ?? null);
  return toFrame(`${replyHead(id)}${json}}`);
}

/** The reply with a result. Bytes go out as `contentBase64`. */
export function encodeRemoteResult(id: string, output: unknown): Frame | Promise<Frame> {
  return isSmall(output) ? encodeSmall(id, output) : encodeLarge(id, output);
}

async function encodeLarge(id: string, output: unknown): Promise<Frame> {
  const parts = [toFramePart(replyHead(id))];
  const pace = createPace();
  for (const part of toParts(output)) {
    if (typeof part === 'string') parts.push(toFramePart(part));
    else parts.push(...toBase64Parts(part));
    if (pace.isDue()) await pace.pause();
  }
  parts.push(toFramePart('}'));
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > remoteLimits.frameBytesMax) throw tooLarge(total);
  return [toFramePart(toHeader(total)), ...parts];
}

function replyHead(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":`;
}

function isSmall(output: unknown): boolean {
  if (!isRecord(output)) return true;
  return Object.values(output).every((value) => {
    if (Buffer.isBuffer(value) || typeof value === 'string') return value.length <= longCharsMin;
    return !Array.isArray(value) || (value.length <= longListMin && !value.some(hasBytes));
  });
}

/** Parts of the JSON of a value. Bytes stay as they are, for the base64 in their place. */
function* toParts(value: unknown): Generator<string | Buffer, void, undefined> {
  if (typeof value === 'string' && value.length > longCharsMin) yield* toTextParts(value);
  else if (Array.isArray(value)) yield* toListParts(value);
  else if (isRecord(value)) yield* toMemberParts(value);
  else yield JSON.stringify(value ?? null);
}

function* toMemberParts(value: Record<string, unknown>): Generator<string | Buffer> {
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

function* toListParts(list: readonly unknown[]): Generator<string | Buffer> {
  yield '[';
  if (list.some(hasBytes)) {
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
function* toTextParts(text: string): Generator<string> {
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

function toText(part: string | Buffer): string {
  return typeof part === 'string' ? part : part.toString('base64');
}

function hasBytes(value: unknown): boolean {
  return isRecord(value) && Buffer.isBuffer(value.bytes);
}

function toFramePart(text: string): FramePart {
  return { data: text, bytes: Buffer.byteLength(text) };
}

/** Base64 is a third longer than its bytes, so it is made when it leaves. */
function toBase64Parts(bytes: Buffer): readonly FramePart[] {
  const parts: FramePart[] = [];
  for (let start = 0; start < bytes.length; start += base64PartBytes) {
    const end = Math.min(start + base64PartBytes, bytes.length);
    const data = () => bytes.toString('base64', start, end);
    parts.push({ data, bytes: Math.ceil((end - start) / 3) * 4 });
  }
  return parts;
}

function tooLarge(bytes: number): VaultError {
  const limit = remoteLimits.frameBytesMax;
  return new VaultError('too-large', `The reply would have ${bytes} bytes, the limit is ${limit}.`);
}
