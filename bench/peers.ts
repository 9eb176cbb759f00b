import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  mcpvault: ['@bitbonsai/mcpvault/dist/server.js', (vault: string) => [vault]],
  'server-filesystem': [
    '@modelcontextprotocol/server-filesystem/dist/index.js',
    (vault: string) => [vault],
  ],
  'mcp-obsidian': ['mcp-obsidian/dist/index.js', (vault: string) => [vault]],
  'obsidian-mcp': [
    'obsidian-mcp/dist/main.js',
    (vault: string) => ['serve', '--vault', `notes=${vault}`],
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
