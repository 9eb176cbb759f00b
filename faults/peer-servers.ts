import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPeer, type PeerName } from '../bench/peers.ts';

/** A tool of a server, and what it is given. */
export type ToolCall = readonly [name: string, args: object];

/** How a server of notes on standard input is started and asked. */
export interface NoteServer {
  readonly name: string;
  /** Nothing where it is not installed. */
  command(root: string): readonly string[] | undefined;
  read(path: string, root: string): ToolCall;
  /** Replaces the note; with a version of an earlier answer, only if it is still that one. */
  write?(path: string, text: string, root: string, version?: string): ToolCall;
  /** The version of a note in the answer to a read, for servers that have such a thing. */
  readonly version?: RegExp;
}

const peer =
  (name: PeerName) =>
  (root: string): readonly string[] | undefined =>
    findPeer(name, root)?.command;

const vault = 'notes';

/** Ours first; then those that work on the folder alone, as ours does. */
export const noteServers: readonly NoteServer[] = [
  {
    name: 'vaultd',
    command: (root) => [
      process.execPath,
      fileURLToPath(new URL('../bin/vaultd', import.meta.url)),
      ...['mcp', root, '--attach', 'never'],
    ],
    read: (path) => ['obsidian_get_note', { format: 'full', target: { type: 'path', path } }],
    write: (path, content, _root, expectedHash) => [
      'obsidian_write_note',
      {
        ...{ target: { type: 'path', path }, content, overwrite: true },
        ...(expectedHash && { expectedHash }),
      },
    ],
    version: /"hash":"([^"]+)"/,
  },
  {
    name: 'mcpvault',
    command: peer('mcpvault'),
    read: (path) => ['read_note', { path }],
    write: (path, content) => ['write_note', { path, content }],
  },
  {
    name: 'obsidian-mcp',
    command: peer('obsidian-mcp'),
    read: (path) => ['obsidian_read_note', { vault, path }],
    write: (path, content, _root, version) => [
      'obsidian_edit_note',
      { vault, path, operation: 'replace', content, ...(version && { if_match: version }) },
    ],
    version: /"etag":"([^"]+)"/,
  },
  {
    name: 'server-filesystem',
    command: peer('server-filesystem'),
    read: (path, root) => ['read_text_file', { path: join(root, path) }],
    write: (path, content, root) => ['write_file', { path: join(root, path), content }],
  },
  {
    name: 'mcp-obsidian',
    command: peer('mcp-obsidian'),
    read: (path) => ['read_notes', { paths: [path] }],
  },
];
