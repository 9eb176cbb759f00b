import { scanJson } from '../../../kit/json-scan.ts';
import { isRecord } from '../../../kit/records.ts';
import { type BundleWireError, envelopeErrors } from './errors.ts';

/** One line of a client. Ids are kept as JSON, so that they go back digit by digit. */
export type BundleMessage =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'refused'; readonly id: string; readonly error: BundleWireError };

export function parseBundleMessage(line: string): BundleMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refused('null', envelopeErrors.parse);
  }
  if (Array.isArray(value)) return refused('null', envelopeErrors.batch);
  if (!isRecord(value)) return refused('null', envelopeErrors.shape);
  const id = 'id' in value ? toId(value.id, line) : undefined;
  if ('id' in value && id === undefined) return refused('null', envelopeErrors.id);
  const { jsonrpc, method, params } = value;
  if (jsonrpc !== '2.0' || typeof method !== 'string') {
    return refused(id ?? 'null', envelopeErrors.shape);
  }
  return id === undefined
    ? { kind: 'notification', method, params }
    : { kind: 'request', id, method, params };
}

/** An id as it goes back; undefined when it is none. */
export function toId(id: unknown, line: string): string | undefined {
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  // JavaScript has rounded it: the digits are taken from the line.
  const written = scanJson(line).id ?? '';
  return /^-?\d+$/.test(written) ? written : undefined;
}

function refused(id: string, error: BundleWireError): BundleMessage {
  return { kind: 'refused', id, error };
}
