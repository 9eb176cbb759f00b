/** Numbers of the wire. The first five are those of JSON-RPC, the others are ours. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  failed: -32000,
  hostUnavailable: -32001,
  vaultNotFound: -32002,
  notFound: -32003,
  ambiguous: -32004,
  denied: -32005,
  timeout: -32006,
  busy: -32007,
  shuttingDown: -32008,
  conflict: -32009,
} as const;

/** An error that crosses the wire: a handler throws it, the caller on the other side gets it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A call had no answer in time. The daemon may still have done the work. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The caller gave up. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
}

/** The connection died under a call. `sent` says whether the daemon may have seen it. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  readonly sent: boolean;

  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** There is no listener at the socket. */
export class DaemonNotRunningError extends Error {
  override readonly name = 'DaemonNotRunningError';
  readonly code = 'DAEMON_NOT_RUNNING';
}

/** A daemon may not start. The number is the exit status that says why. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: 3 | 4 | 5;
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(exitCode: 3 | 4 | 5, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

/** Bundles may each hold a copy of the class, so identity is by name. */
export function isRpcError(thrown: unknown): thrown is RpcError {
  return thrown instanceof Error && thrown.name === 'RpcError';
}
