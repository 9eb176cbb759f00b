import { scanJson } from '../../kit/json-scan.ts';
import { isRecord } from '../../kit/records.ts';
import { type RemoteRpcError, remoteRpcCodes } from './errors.ts';

/** What a client asks. */
export interface RemoteRequest {
  /** As the client wrote it, as JSON. Nothing is sent back where it is missing. */
  readonly id: string | undefined;
  readonly method: string;
  /** Null and missing are told apart by one method only. */
  readonly params: unknown;
  /** The client's own mark, to find its change among the events. */
  readonly cid: string | undefined;
}

/** A message that is no request, with what to answer. */
export interface Refused {
  readonly id: string | undefined;
  readonly error: RemoteRpcError;
}

export type RemoteMessage =
  | { readonly request: RemoteRequest; readonly refused?: undefined }
  | { readonly request?: undefined; readonly refused: Refused };

/** Reads one body. Never throws. */
export function parseMessage(text: string): RemoteMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('null', remoteRpcCodes.parseError, 'The message is not JSON.');
  }
  if (!isRecord(value)) {
    return refuse('null', remoteRpcCodes.invalidRequest, 'A message is one JSON object.');
  }
  const { jsonrpc, method, params, meta } = value;
  const id = toRawId(value.id, text);
  if (jsonrpc !== '2.0') return refuse(id, remoteRpcCodes.invalidRequest, 'jsonrpc must be "2.0".');
  if (typeof method !== 'string' || method === '') {
    return refuse(id, remoteRpcCodes.invalidRequest, 'method must be a name.');
  }
  const cid =
    isRecord(meta) && typeof meta.cid === 'string' && meta.cid !== '' ? meta.cid : undefined;
  return { request: { id, method, params, cid } };
}

/** A JavaScript number loses digits of a long id and the spelling of others, so it is cut out. */
function toRawId(id: unknown, text: string): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return 'null';
  const plain = String(id);
  if (Number.isSafeInteger(id) && text.includes(`"id":${plain},`)) return plain;
  return scanJson(text).id ?? plain;
}

function refuse(id: string | undefined, code: number, message: string): RemoteMessage {
  return { refused: { id, error: { code, message } } };
}
