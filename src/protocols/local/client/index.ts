/** The wire as a library: build a small daemon, or talk to one. */
export { type WireLimits, wireLimits } from '../../../contract/limits.ts';
export { LineReader } from '../../../kit/line-reader.ts';
export type { Log } from '../../../kit/log.ts';
export { isProcessAlive } from '../../../kit/processes.ts';
export type { Connection } from '../connection.ts';
export {
  type Daemon,
  type DaemonOptions,
  type Reloaded,
  startDaemon,
  wireProtocol,
} from '../daemon.ts';
export type { Filter } from '../event-filter.ts';
export type { NewEvent, PublishedEvent } from '../event-log.ts';
export {
  decode,
  type Event,
  encodeError,
  encodeEvent,
  encodeRequest,
  encodeResult,
  type Invalid,
  isWireId,
  type Message,
  type Request,
  type Response,
  type WireError,
  type WireId,
} from '../frame.ts';
export type { CallContext, Handler, HandlerOptions } from '../handlers.ts';
export { claimInstance, type Instance, type InstanceInfo } from '../instance.ts';
export { type StopOptions, WireServer, type WireServerOptions } from '../server.ts';
export { onSignals, type SignalActions } from '../signals.ts';
export type { CallOptions } from './calls.ts';
export { Client } from './client.ts';
export type { ClientEvents, Lost } from './client-events.ts';
export { type ConnectOptions, connect } from './connect.ts';
export {
  AbortError,
  ConnectionClosedError,
  DaemonNotRunningError,
  isRpcError,
  RpcError,
  rpcCodes,
  StartError,
  TimeoutError,
} from './errors.ts';
export { probeSocket, type SocketState } from './probe.ts';
export { readPidFile } from './processes.ts';
export { makePrivateDir, type RuntimePaths, runtimePaths } from './runtime.ts';
export { Subscription } from './subscription.ts';
