/** Every method of the protocol, with what it takes and gives. Bytes are base64 here. */
export interface RemoteMethods {
  auth: { params: { token: string }; result: { ok: true } };
  'server.info': { params: Record<never, never>; result: ServerInfo };
  'fs.append': { params: { path: string; content: string }; result: Changed };
  'fs.appendBinary': { params: { path: string; contentBase64: string }; result: Changed };
  'fs.copy': { params: { srcPath: string; destPath: string }; result: Changed };
  'fs.exists': { params: Path; result: { exists: boolean } };
  'fs.list': { params: Path; result: { entries: ListEntry[] } };
  'fs.mkdir': { params: Path & { recursive?: boolean }; result: Nothing };
  'fs.readBinary': { params: Path; result: Content };
  'fs.readBinaryRange': {
    params: Path & { offset: number; length: number; expectedMtime?: number };
    result: Content;
  };
  'fs.readText': {
    params: Path & { encoding?: '' | 'utf8' };
    result: { content: string; mtime: number; size: number; encoding: 'utf8' };
  };
  'fs.remove': { params: Path; result: Nothing };
  'fs.rename': { params: { oldPath: string; newPath: string }; result: Changed };
  'fs.rmdir': { params: Path & { recursive?: boolean }; result: Nothing };
  'fs.stat': { params: Path; result: Stat | null };
  'fs.thumbnail': { params: Path & { maxDim: number }; result: Thumbnail };
  'fs.trashLocal': { params: Path; result: Nothing };
  'fs.unwatch': { params: { subscriptionId: string }; result: Nothing };
  'fs.walk': {
    params: Path & {
      recursive?: boolean;
      maxEntries?: number;
      offset?: number;
      ignore?: string[];
    };
    result: { entries: WalkEntry[]; truncated: boolean };
  };
  'fs.watch': { params: Path & { recursive?: boolean }; result: { subscriptionId: string } };
  'fs.write': { params: Path & { content: string } & Preconditions; result: Written };
  'fs.writeBinary': { params: Path & { contentBase64: string } & Preconditions; result: Written };
}

export interface ServerInfo {
  version: string;
  protocolVersion: number;
  /** The names of all methods that the daemon has. */
  capabilities: string[];
  /** Where the vault lies on its machine. */
  vaultRoot: string;
}

export type EntryType = 'file' | 'folder' | 'symlink';

export interface Stat {
  type: EntryType;
  /** Whole milliseconds since 1970. */
  mtime: number;
  size: number;
  mode: number;
}

export interface ListEntry {
  name: string;
  type: EntryType;
  mtime: number;
  size: number;
}

export interface WalkEntry {
  /** From the root of the vault. */
  path: string;
  type: EntryType;
  mtime: number;
  size: number;
}

/** What must be true of a file, or nothing is written. */
export interface Preconditions {
  expectedMtime?: number;
  /** SHA-256 of the content, in hex. */
  expectedHash?: string;
}

export interface Content {
  contentBase64: string;
  mtime: number;
  /** Of the whole file. */
  size: number;
}

export interface Thumbnail {
  contentBase64: string;
  /** Of the picture that it was made of. */
  mtime: number;
  sourceSize: number;
  format: 'jpeg' | 'png';
  width: number;
  height: number;
}

export interface Changed {
  mtime: number;
}

export interface Written extends Changed {
  /** SHA-256 of what is there now, in hex. */
  hash?: string;
}

/** One push of a subscription. */
export interface RemoteChange {
  subscriptionId: string;
  path: string;
  event: 'created' | 'modified' | 'deleted';
  /** The mark that the request which caused it was sent with. */
  cid?: string;
}

type Path = { path: string };
type Nothing = Record<never, never>;
