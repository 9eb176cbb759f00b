/** How a client of the older protocol era begins. */
export interface InitializeRequest {
  readonly id: string | number;
  readonly protocolVersion: string;
  readonly client: string;
}

/** The request, if it is one and complete. What the library would refuse is left to the library. */
export function findInitialize(message: unknown): InitializeRequest | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || message.method !== 'initialize') {
    return undefined;
  }
  const { id, params } = message;
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isInteger(id))) return undefined;
  if (!isRecord(params) || !isRecord(params.clientInfo)) return undefined;
  const { protocolVersion, capabilities } = params;
  const { name, version } = params.clientInfo;
  const isWhole =
    typeof protocolVersion === 'string' &&
    typeof capabilities === 'object' &&
    typeof name === 'string' &&
    typeof version === 'string';
  return isWhole ? { id, protocolVersion, client: name } : undefined;
}

export function isInitialized(message: unknown): boolean {
  return isRecord(message) && message.method === 'notifications/initialized';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
