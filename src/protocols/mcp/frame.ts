import { scanJson } from '../../kit/json-scan.ts';
import { isRecord, tryParseJson } from '../../kit/records.ts';
import { envelopeErrors, type McpWireError } from './protocol-error.ts';

/** One line of a client. Ids are kept as JSON, so that they go back digit by digit. */
export type McpMessage =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** To a request of ours. Without a result the client failed, or did not want to. */
  | { readonly kind: 'response'; readonly id: string; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: string; readonly error: McpWireError };

export function parseLine(line: string): McpMessage {
  const value = tryParseJson(line);
  if (value === undefined) return refused(envelopeErrors.parse);
  if (Array.isArray(value)) return refused(envelopeErrors.batch);
  if (!isRecord(value)) return refused(envelopeErrors.shape);
  const id = 'id' in value ? toId(value.id, line) : undefined;
  if ('id' in value && id === undefined) return refused(envelopeErrors.id);
  const { jsonrpc, method, params, result } = value;
  if (jsonrpc !== '2.0') return refused(envelopeErrors.shape, id);
  if (typeof method === 'string') {
    return id === undefined
      ? { kind: 'notification', method, params }
      : { kind: 'request', id, method, params };
  }
  const isResponse = !('method' in value) && ('result' in value || 'error' in value);
  return isResponse && id !== undefined
    ? { kind: 'response', id, result }
    : refused(envelopeErrors.shape, id);
}

/** An id as it goes back; undefined when it is none. */
function toId(id: unknown, line: string): string | undefined {
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  // JavaScript has rounded it: the digits are taken from the line.
  const written = scanJson(line).id ?? '';
  return /^-?\d+$/.test(written) ? written : undefined;
}

function refused(error: McpWireError, id = 'null'): McpMessage {
  return { kind: 'refused', id, error };
}
