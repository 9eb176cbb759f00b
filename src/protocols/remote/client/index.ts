/** A client for the remote protocol: over its socket, or over any stream that leads to it. */

export { remoteCodes } from '../errors.ts';
export {
  type Backoff,
  connectRemote as connect,
  RemoteClient,
  type RemoteConnectOptions as ConnectOptions,
} from './client.ts';
export { ConnectionLostError, RemoteError, RemoteTimeoutError as TimeoutError } from './errors.ts';
export type { RemoteCallOptions as CallOptions } from './link.ts';
export type * from './methods.ts';
export type {
  RemoteChanged as Changed,
  RemoteChangesPage as ChangesPage,
  RemoteEntryType as EntryType,
  RemoteNoteMetadata as NoteMetadata,
  RemoteStat as Stat,
  RemoteThumbnail as Thumbnail,
  RemoteWalkEntry as WalkEntry,
  RemoteWritten as Written,
} from './methods.ts';
export { Watch, type WatchEvent } from './watch.ts';
