import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LineClient } from './line-client.ts';

/** Seen from dist/, where the benchmarks run. */
const packages = fileURLToPath(new URL('../bench/node_modules', import.meta.url));

/** What to start for a server of somebody else, and what it wants to know about the vault. */
export interface Peer {
  readonly name: PeerName;
  /** The runtime, the script and its arguments. */
  readonly command: readonly string[];
}

/** Where the script of each peer lies, and what it is told about the vault. */
const peers = {
  mcpvault: ['@bitbonsai/mcpvault/dist/server.js', (root: string) => [root]],
  'server-filesystem': [
    '@modelcontextprotocol/server-filesystem/dist/index.js',
    (root: string) => [root],
  ],
  'mcp-obsidian': ['mcp-obsidian/dist/index.js', (root: string) => [root]],
  'obsidian-mcp': [
    'obsidian-mcp/dist/main.js',
    (root: string) => ['serve', '--vault', `${vault}=${root}`],
  ],
} as const;

export type PeerName = keyof typeof peers;
export const peerNames: readonly PeerName[] = [
  'mcp-obsidian',
  'mcpvault',
  'obsidian-mcp',
  'server-filesystem',
];

/** The command of a peer, or nothing where its package is not installed. */
export function findPeer(name: PeerName, vault: string): Peer | undefined {
  const [script, args] = peers[name];
  const file = join(packages, script);
  return existsSync(file) ? { name, command: [newestNode(), file, ...args(vault)] } : undefined;
}

/** The Node that came with the peers, since one of them starts on none older than 22; else our own. */
export function newestNode(): string {
  const names = existsSync(packages) ? readdirSync(packages) : [];
  const brought = names
    .filter((name) => /^node-(bin-)?(linux|darwin|win)/.test(name))
    .map((name) => join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .find(existsSync);
  return brought ?? process.execPath;
}

export type Call = (client: LineClient) => Promise<string>;

/** How one server is asked the questions of this comparison; what it cannot answer is left out. */
interface Questions {
  search?(query: string): Call;
  readonly tags?: Call;
  read(path: string): Call;
}

/** What one of them calls the vault. */
const vault = 'notes';
export const peerQuestions: Readonly<Record<PeerName, (root: string) => Questions>> = {
  mcpvault: () => ({
    search: (query) => (client) => client.call('search_notes', { query, limit: 20 }),
    tags: (client) => client.call('list_all_tags', {}),
    read: (path) => (client) => client.call('read_note', { path }),
  }),
  'mcp-obsidian': () => ({
    // Its search looks at the names of notes only, so there is nothing to compare.
    read: (path) => (client) => client.call('read_notes', { paths: [path] }),
  }),
  'obsidian-mcp': () => ({
    search: (query) => (client) => client.call('obsidian_search_vault', { vault, query }),
    read: (path) => (client) => client.call('obsidian_read_note', { vault, path }),
  }),
  'server-filesystem': (root) => ({
    read: (path) => (client) => client.call('read_text_file', { path: join(root, path) }),
  }),
};

export const ourQuestions: Required<Questions> = {
  search: (query) => (client) => client.call('obsidian_search_notes', { mode: 'text', query }),
  tags: (client) => client.call('obsidian_list_tags', {}),
  read: (path) => (client) =>
    client.call('obsidian_get_note', { format: 'content', target: { type: 'path', path } }),
};
