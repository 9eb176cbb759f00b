/** A client for the remote protocol: over its socket, or over any stream that leads to it. */
export { type Backoff, type ConnectOptions, connect, RemoteClient } from './client.ts';
export { ConnectionLostError, RemoteError, remoteCodes, TimeoutError } from './errors.ts';
export type { CallOptions } from './link.ts';
export type * from './methods.ts';
export { Watch, type WatchEvent } from './watch.ts';
