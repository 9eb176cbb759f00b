/** Every method of the protocol, with what it takes and gives. Bytes are base64 here. */
export interface RemoteMethods {
  auth: { params: { token: string }; result: { ok: true } };
  'server.info': { params: Record<never, never>; result: ServerInfo };
  'fs.append': { params: { path: string; content: string }; result: RemoteChanged };
  'fs.appendBinary': { params: { path: string; contentBase64: string }; result: RemoteChanged };
  'fs.changesSince': { params: { cursor?: string }; result: RemoteChangesPage };
  'fs.copy': { params: { srcPath: string; destPath: string }; result: RemoteChanged };
  'fs.exists': { params: Path; result: { exists: boolean } };
  'fs.list': { params: Path; result: { entries: ListEntry[] } };
  'fs.mkdir': { params: Path & { recursive?: boolean }; result: Nothing };
  'fs.readBinary': { params: Path; result: Content };
  'fs.readBinaryRange': {
    params: Path & { offset: number; length: number; expectedMtime?: number };
    result: Content;
  };
  'fs.readMany': {
    params: { paths: string[]; as?: 'bytes' | 'text' };
    /** `rest` did not fit any more: ask for it again. */
    result: { files: (FileBytes | FileText | Failed)[]; rest: string[] };
  };
  'fs.readText': {
    params: Path & { encoding?: '' | 'utf8' };
    result: { content: string; mtime: number; size: number; encoding: 'utf8' };
  };
  'fs.remove': { params: Path; result: Nothing };
  'fs.rename': { params: { oldPath: string; newPath: string }; result: RemoteChanged };
  'fs.rmdir': { params: Path & { recursive?: boolean }; result: Nothing };
  'fs.stat': { params: Path; result: RemoteStat | null };
  'fs.statMany': {
    params: { paths: string[] };
    result: { stats: ({ path: string; stat: RemoteStat | null } | Failed)[] };
  };
  'fs.thumbnail': { params: Path & { maxDim: number }; result: RemoteThumbnail };
  'fs.trashLocal': { params: Path; result: Nothing };
  'fs.unwatch': { params: { subscriptionId: string }; result: Nothing };
  'fs.walk': {
    params: Path & {
      recursive?: boolean;
      maxEntries?: number;
      offset?: number;
      ignore?: string[];
    };
    result: { entries: RemoteWalkEntry[]; truncated: boolean };
  };
  'fs.watch': { params: Path & { recursive?: boolean }; result: { subscriptionId: string } };
  'fs.write': { params: Path & { content: string } & Preconditions; result: RemoteWritten };
  'fs.writeBinary': {
    params: Path & { contentBase64: string } & Preconditions;
    result: RemoteWritten;
  };
  'vault.metadata': {
    params: { since?: string; after?: string; limit?: number };
    result: MetadataPage;
  };
  'vault.search': { params: SearchQuery; result: SearchPage };
}

export interface ServerInfo {
  version: string;
  protocolVersion: number;
  /** The names of all methods that the daemon has, and of what else it understands. */
  capabilities: string[];
  /** The folder of the vault on its machine. */
  vaultRoot: string;
}

export type RemoteEntryType = 'file' | 'folder' | 'symlink';

export interface RemoteStat {
  type: RemoteEntryType;
  /** Whole milliseconds since 1970. */
  mtime: number;
  size: number;
  mode: number;
}

export interface ListEntry {
  name: string;
  type: RemoteEntryType;
  mtime: number;
  size: number;
}

export interface RemoteWalkEntry {
  /** From the root of the vault. */
  path: string;
  type: RemoteEntryType;
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

export interface FileBytes extends Content {
  path: string;
}

export interface FileText {
  path: string;
  content: string;
  mtime: number;
  size: number;
}

/** One of many that failed. The code is the daemon's own word, such as `not-found`. */
export interface Failed {
  path: string;
  error: { code: string; message: string };
}

export interface RemoteChangesPage {
  /** Where the next question begins. */
  cursor: string;
  /** The last change of each path. Of a folder that was created, everything below is new too. */
  changes: { path: string; event: 'created' | 'modified' | 'deleted'; type: RemoteEntryType }[];
  more: boolean;
  /** The daemon does not remember so far back: walk the vault again. */
  reset: boolean;
}

export interface RemoteNoteMetadata {
  path: string;
  mtime: number;
  size: number;
  /** SHA-256 of the bytes, in hex; absent when the note is no UTF-8. */
  hash?: string | undefined;
  tags: readonly string[];
  aliases: readonly string[];
  headings: readonly { level: number; text: string }[];
  properties: Record<string, unknown>;
  /** `path` is where a link leads; it is absent when the link leads nowhere. */
  links: readonly { target: string; path?: string | undefined; embed?: true | undefined }[];
  /** The note has more in it than fits: read it. */
  partial?: true | undefined;
}

export interface MetadataPage {
  notes: RemoteNoteMetadata[];
  /** Paths that went, to be dropped before `notes` are taken, with everything below them. */
  removed: string[];
  /** Ask with it later, as `since`, for what changed since. It is the same on every page. */
  cursor: string;
  /** The `after` of the next page; absent on the last one. */
  next?: string | undefined;
  reset: boolean;
}

export interface SearchQuery {
  query: string;
  mode?: 'text' | 'regex' | 'ranked' | 'obsidian' | 'dql' | 'jsonlogic';
  pathPrefix?: string;
  matchCase?: boolean;
  limit?: number;
  matches?: number;
  cursor?: string;
  context?: number;
}

export interface SearchPage {
  hits: {
    path: string;
    score?: number | undefined;
    count?: number | undefined;
    matches: { line: number; start: number; end: number; text: string }[];
    /** Of a ranked hit: what answers best. */
    passage?:
      | {
          text: string;
          line: number;
          heading?: string | undefined;
          marks: { start: number; end: number }[];
        }
      | undefined;
  }[];
  total: number;
  truncated: boolean;
  cursor?: string | undefined;
  tookMs: number;
}

export interface RemoteThumbnail {
  contentBase64: string;
  /** Of the picture that it was made of. */
  mtime: number;
  sourceSize: number;
  format: 'jpeg' | 'png';
  width: number;
  height: number;
}

export interface RemoteChanged {
  mtime: number;
}

export interface RemoteWritten extends RemoteChanged {
  /** SHA-256 of what is there now, in hex. */
  hash?: string | undefined;
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
