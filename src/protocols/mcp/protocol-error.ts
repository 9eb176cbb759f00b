/** An error as a client gets it: as a JSON-RPC error, or in the result of a tool. */
export interface McpWireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Thrown where a request fails as a whole. The HTTP library takes code and data from the same members. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: number;
  readonly data: McpWireError['data'];

  constructor({ code, message, data }: McpWireError) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** By its name: the backend is a bundle of its own, and classes do not compare across bundles. */
export function isMcpError(thrown: unknown): thrown is McpError {
  return thrown instanceof Error && thrown.name === 'McpError';
}

const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;
const unsupportedVersion = -32022;

/** What can be wrong with a message before any tool is asked. */
export const envelopeErrors = {
  parse: toWire(parseError, 'PARSE_ERROR', 'The line is not valid JSON.'),
  batch: refusal('Batches are not supported.'),
  tooLong: refusal('The line is too long.'),
  shape: refusal('This is not a JSON-RPC 2.0 request: it needs jsonrpc "2.0" and a method.'),
  id: refusal('The id of a request must be a text or a whole number.'),
  idInUse: refusal('The id belongs to a request that is still running.'),
  initializedTwice: refusal('The session is already initialized.'),
  notInitialized: refusal(
    'The session is not initialized. Send initialize first.',
    'NOT_INITIALIZED',
  ),
  askedTooOften: toWire(internalError, 'INTERNAL', 'The client was asked too often.'),
  internal: toWire(internalError, 'INTERNAL', 'Something went wrong inside the server.'),
};

export function unknownMethod(method: string): McpError {
  return new McpError(
    toWire(methodNotFound, 'METHOD_NOT_FOUND', `There is no method "${method}".`),
  );
}

export function wrongParams(message: string, data: McpWireError['data'] = {}): McpError {
  return new McpError(toWire(invalidParams, 'INVALID_PARAMS', message, data));
}

export function unsupportedRevision(requested: unknown, supported: readonly string[]): McpError {
  const message = `Unsupported protocol version: ${requested}`;
  return new McpError({ code: unsupportedVersion, message, data: { supported, requested } });
}

function refusal(message: string, errorCode = 'INVALID_REQUEST'): McpWireError {
  return toWire(invalidRequest, errorCode, message);
}

function toWire(
  code: number,
  errorCode: string,
  message: string,
  data: McpWireError['data'] = {},
): McpWireError {
  return { code, message, data: { errorCode, ...data } };
}
