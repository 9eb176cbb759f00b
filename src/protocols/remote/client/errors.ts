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
