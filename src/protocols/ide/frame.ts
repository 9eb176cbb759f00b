import { ideLimits } from '../../contract/limits.ts';
import { scanJson } from '../../kit/json-scan.ts';
import { ideRpcCodes } from './errors.ts';

export interface IdeRequest {
  readonly kind: 'request';
  readonly id: string | number;
  /** The id as it was written: a number may have more digits than ours. */
  readonly idText: string;
  readonly method: string;
  readonly params: unknown;
}

export type IdeMessage =
  | IdeRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'response'; readonly id: unknown; readonly result: unknown }
  | {
      readonly kind: 'invalid';
      readonly idText: string;
      readonly code: number;
      readonly message: string;
    };

/** Reads one text message. Never throws. */
export function readMessage(text: string): IdeMessage {
  const scan = scanJson(text);
  if (scan.depth > ideLimits.jsonDepthMax) return invalid('null', 'The message is nested too deep');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ...invalid('null', 'Parse error'), code: ideRpcCodes.parse };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('null', 'Invalid Request: not an object');
  }
  return readObject({ ...value }, scan.id);
}

function readObject(message: Record<string, unknown>, idToken: string | undefined): IdeMessage {
  const { jsonrpc, method, params } = message;
  const id = message.id;
  const hasId = Object.hasOwn(message, 'id');
  const idText = toIdText(id, idToken);
  if (jsonrpc !== '2.0') return invalid(idText ?? 'null', 'Invalid Request: jsonrpc must be "2.0"');
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { kind: 'response', id, result: message.result };
  }
  if (typeof method !== 'string') {
    return invalid(idText ?? 'null', 'Invalid Request: method must be a string');
  }
  if (!hasId) return { kind: 'notification', method, params };
  if ((typeof id !== 'string' && typeof id !== 'number') || idText === undefined) {
    return invalid('null', 'Invalid Request: id must be a string or a number');
  }
  return { kind: 'request', id, idText, method, params };
}

/** Numbers are echoed as they were written, strings as they were meant. */
function toIdText(id: unknown, token: string | undefined): string | undefined {
  if (typeof id === 'string') return JSON.stringify(id);
  return typeof id === 'number' ? (token ?? String(id)) : undefined;
}

function invalid(idText: string, message: string): Extract<IdeMessage, { kind: 'invalid' }> {
  return { kind: 'invalid', idText, code: ideRpcCodes.invalidRequest, message };
}

export function encodeIdeResult(idText: string, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${idText},"result":${JSON.stringify(result)}}`;
}

export function encodeIdeError(
  idText: string,
  { code, message }: { readonly code: number; readonly message: string },
): string {
  return `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify({ code, message })}}`;
}

export function encodeNotification(method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
}

/** Our own requests have ids that no client uses. */
export function encodeIdeRequest(id: string, method: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method });
}
