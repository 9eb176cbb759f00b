import { ideLimits } from '../../contract/limits.ts';
import { scanJson } from '../../kit/json-scan.ts';
import { isRecord, tryParseJson } from '../../kit/records.ts';
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
  const { depth, id: idToken } = scanJson(text);
  if (depth > ideLimits.jsonDepthMax) return invalid('null', 'The message is nested too deep');
  const message = tryParseJson(text);
  if (message === undefined) {
    return { ...invalid('null', 'Parse error'), code: ideRpcCodes.parse };
  }
  if (!isRecord(message)) return invalid('null', 'Invalid Request: not an object');
  const { jsonrpc, method, params, id } = message;
  const idText = toIdText(id, idToken);
  if (jsonrpc !== '2.0') return invalid(idText ?? 'null', 'Invalid Request: jsonrpc must be "2.0"');
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { kind: 'response', id, result: message.result };
  }
  if (typeof method !== 'string') {
    return invalid(idText ?? 'null', 'Invalid Request: method must be a string');
  }
  if (!Object.hasOwn(message, 'id')) return { kind: 'notification', method, params };
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
