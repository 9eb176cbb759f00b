/** The daemon answered with an error. Decide by `code`; show `message`. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';

  constructor(
    readonly code: number,
    message: string,
    /** More about it: the daemon's own word for the failure, the path, what to do next. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The connection ended before an answer came; whether the request was carried out is not known. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

export class RemoteTimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The numbers of the protocol. */
export const remoteCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  authRequired: -32000,
  authInvalid: -32001,
  fileNotFound: -32010,
  notADirectory: -32011,
  isADirectory: -32012,
  exists: -32013,
  permissionDenied: -32014,
  pathOutsideVault: -32015,
  preconditionFailed: -32020,
  protocolVersion: -32021,
} as const;
