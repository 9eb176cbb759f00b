import { wireLimits } from '../../contract/limits.ts';
import { scanJson } from '../../kit/json-scan.ts';
import { isRecord } from '../../kit/records.ts';
import { RpcError, rpcCodes } from './client/errors.ts';

/** The digits of an unsigned 64-bit integer. Kept as text, because a number would lose some. */
export type WireId = string;

export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export interface Request {
  readonly kind: 'request';
  readonly id: WireId;
  readonly method: string;
  /** `undefined` when absent or null. */
  readonly params: unknown;
}

export interface Response {
  readonly kind: 'response';
  /** `undefined` when it is no legal id. */
  readonly id: WireId | undefined;
  readonly result: unknown;
  readonly error: WireError | undefined;
}

export interface Event {
  readonly kind: 'event';
  readonly type: string;
  readonly data: unknown;
}

/** A line that is no message, with what to answer. */
export interface Invalid {
  readonly kind: 'invalid';
  readonly id: WireId;
  readonly code: number;
  readonly message: string;
}

export type Message = Request | Response | Event;

/** What one line says; `undefined` when it says nothing (`null`). Never throws. */
export function decode(
  line: string,
  depthMax: number = wireLimits.requestDepthMax,
): Message | Invalid | undefined {
  const scan = scanJson(line);
  const id = scan.id !== undefined && isWireId(scan.id) ? scan.id : undefined;
  if (scan.depth > depthMax) return invalid(id, 'message too deep');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'not JSON';
    return { kind: 'invalid', id: '0', code: rpcCodes.parseError, message: `parse error: ${why}` };
  }
  return value === null ? undefined : tellApart(value, id);
}

/** One request as a line. Ids above 2^53 are passed as a bigint or as their digits. */
export function encodeRequest(
  id: WireId | number | bigint,
  method: string,
  params?: unknown,
): string {
  const digits = String(id);
  if (!isWireId(digits)) throw new RangeError(`${digits} is no unsigned 64-bit integer`);
  if (method === '') throw new RangeError('a method has a name');
  const rest = params === undefined ? '' : `,"params":${stringify(params, 'params')}`;
  return `{"id":${digits},"method":${JSON.stringify(method)}${rest}}\n`;
}

/** A good answer as a line. Throws `RpcError` when JSON cannot hold the result. */
export function encodeResult(id: WireId, result: unknown): string {
  return `{"id":${id},"result":${stringify(result, 'result')}}\n`;
}

export function encodeError(id: WireId, { code, message, data }: WireError): string {
  return `{"id":${id},"error":${JSON.stringify({ code, message, data })}}\n`;
}

export function encodeEvent(type: string, data?: unknown): string {
  if (type === '') throw new RangeError('an event has a type');
  return `{"type":${JSON.stringify(type)},"data":${stringify(data, 'data')}}\n`;
}

/** True for `0` and for digits without leading zero up to 2^64 - 1. */
export function isWireId(digits: string): boolean {
  if (!/^(0|[1-9]\d{0,19})$/.test(digits)) return false;
  return digits.length < 20 || digits <= '18446744073709551615';
}

/** `type` makes it an event, else `method` a request, else it is a response. */
function tellApart(value: unknown, id: WireId | undefined): Message | Invalid {
  if (Array.isArray(value)) return invalid(undefined, 'batches are not supported');
  if (!isRecord(value)) return invalid(undefined, 'not an object');
  const { type, method } = value;
  if (!isNameOrAbsent(type)) return invalid(id, 'type must be a string');
  if (!isNameOrAbsent(method)) return invalid(id, 'method must be a string');
  if (type) return { kind: 'event', type, data: value.data ?? undefined };
  if (!method) return toResponse(value, id);
  if (id === undefined) return invalid(undefined, 'id must be an unsigned 64-bit integer');
  return { kind: 'request', id, method, params: value.params ?? undefined };
}

function toResponse(value: Record<string, unknown>, id: WireId | undefined): Response {
  const { result, error } = value;
  return {
    kind: 'response',
    id,
    result,
    error: error === undefined || error === null ? undefined : toWireError(error),
  };
}

/** A peer's error is a failure, whatever its shape. */
function toWireError(error: unknown): WireError {
  if (!isRecord(error)) return { code: rpcCodes.internal, message: String(error) };
  const { code, message, data } = error;
  return {
    code: typeof code === 'number' ? code : rpcCodes.internal,
    message: typeof message === 'string' ? message : 'unknown error',
    ...(isRecord(data) ? { data } : {}),
  };
}

function stringify(value: unknown, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value ?? null);
  } catch {
    // Big integers and cycles. Functions leave nothing, and are handled below, too.
  }
  if (text === undefined) throw new RpcError(rpcCodes.internal, `${what} not serializable`);
  return text;
}

function invalid(id: WireId | undefined, message: string): Invalid {
  return { kind: 'invalid', id: id ?? '0', code: rpcCodes.invalidRequest, message };
}

function isNameOrAbsent(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}
