import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where and how a client of MCP keeps its servers. */
export interface ClientSetup {
  readonly name: string;
  /** Its configuration file. */
  file(places: Places): string;
  /** The member that holds the servers. */
  readonly key: 'mcpServers' | 'servers';
  /** What the client needs besides command and arguments. */
  readonly extra: Readonly<Record<string, string>>;
  /** What to do when the file is written. */
  readonly next: string;
}

export interface Places {
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const clientSetups: readonly ClientSetup[] = [
  {
    name: 'claude-desktop',
    file: ({ home, platform, env }) => {
      const name = 'claude_desktop_config.json';
      if (platform === 'darwin') return join(home, 'Library/Application Support/Claude', name);
      if (platform === 'win32')
        return join(env.APPDATA ?? join(home, 'AppData/Roaming'), 'Claude', name);
      return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Claude', name);
    },
    key: 'mcpServers',
    extra: {},
    next: 'Start Claude Desktop again.',
  },
  {
    name: 'claude-code',
    file: ({ cwd }) => join(cwd, '.mcp.json'),
    key: 'mcpServers',
    extra: {},
    next: 'Start claude in this folder and agree to the server.',
  },
  {
    name: 'cursor',
    file: ({ home }) => join(home, '.cursor/mcp.json'),
    key: 'mcpServers',
    extra: {},
    next: 'Switch the server on in the settings of Cursor.',
  },
  {
    name: 'vscode',
    file: ({ cwd }) => join(cwd, '.vscode/mcp.json'),
    key: 'servers',
    extra: { type: 'stdio' },
    next: 'Open the folder in VS Code and start the server.',
  },
];

/** The files in which a server of vaultd may be named. */
export function clientFiles(places: Places): { name: string; file: string; key: string }[] {
  const files = clientSetups.map(({ name, file, key }) => ({ name, file: file(places), key }));
  // Where Claude Code itself puts servers that are there in every folder.
  const own = { name: 'claude-code', file: join(places.home, '.claude.json'), key: 'mcpServers' };
  return [...files, own];
}

export function placesOf(env: NodeJS.ProcessEnv, cwd: string): Places {
  return { home: env.HOME || homedir(), cwd, platform: process.platform, env };
}

export interface ServerEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The entry alone, as a document of its own. */
export function toSnippet(
  { key, extra }: ClientSetup,
  { name, command, args }: ServerEntry,
): string {
  return `${JSON.stringify({ [key]: { [name]: { ...extra, command, args } } }, null, 2)}\n`;
}

/** The client's document with the entry in it; everything else stays. */
export function mergeEntry(text: string, setup: ClientSetup, entry: ServerEntry): string {
  const { key, extra } = setup;
  const { name, command, args } = entry;
  const document = text.trim() === '' ? {} : toRecord(JSON.parse(text));
  const servers = toRecord(document[key] ?? {});
  const merged = {
    ...document,
    [key]: { ...servers, [name]: { ...toRecord(servers[name] ?? {}), ...extra, command, args } },
  };
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return `${JSON.stringify(merged, null, indent)}\n`;
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new SyntaxError('it is not a JSON object');
}
