import { homedir } from 'node:os';
import { join } from 'node:path';
import { toRecord } from '../kit/records.ts';
import { parseJsonWithComments, removeJsonValue, setJsonValue } from './json-edit.ts';
import {
  findTomlServers,
  removeTomlServer,
  type SettingValue,
  setTomlServer,
  toTomlServer,
} from './toml-edit.ts';

/** Where and how a client of MCP keeps its servers. */
export interface ClientSetup {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Its configuration file. */
  file(places: Places): string;
  readonly format: 'json' | 'toml';
  /** The member that holds the servers. */
  readonly key: 'context_servers' | 'mcp_servers' | 'mcpServers' | 'servers';
  /** What the client needs besides command and arguments. */
  readonly extra: Readonly<Record<string, string>>;
  /** How it reaches a server over HTTP; undefined: it starts its servers itself. */
  readonly http?: (address: HttpAddress) => ServerEntry['settings'];
  /** What to do when the file is written. */
  readonly next: string;
}

export interface HttpAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Places {
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder in which programs keep their settings. */
function configHome({ home, platform, env }: Places): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support');
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData/Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

const json = { format: 'json', key: 'mcpServers', extra: {} } as const;
const typed = (address: HttpAddress) => ({ type: 'http', ...address });

export const clientSetups: readonly ClientSetup[] = [
  {
    ...json,
    name: 'claude-desktop',
    title: 'Claude Desktop',
    file: (places) => join(configHome(places), 'Claude/claude_desktop_config.json'),
    next: 'Restart Claude Desktop.',
  },
  {
    ...json,
    name: 'claude-code',
    title: 'Claude Code',
    file: ({ cwd }) => join(cwd, '.mcp.json'),
    http: typed,
    next: 'Start claude in this folder and approve the server.',
  },
  {
    name: 'codex',
    title: 'Codex',
    file: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    format: 'toml',
    key: 'mcp_servers',
    extra: {},
    http: ({ url, headers }) => ({ url, http_headers: headers }),
    next: 'Restart Codex.',
  },
  {
    ...json,
    name: 'cursor',
    title: 'Cursor',
    file: ({ home }) => join(home, '.cursor/mcp.json'),
    http: (address) => ({ ...address }),
    next: 'Enable the server in the settings of Cursor.',
  },
  {
    ...json,
    name: 'gemini-cli',
    title: 'Gemini CLI',
    file: ({ home }) => join(home, '.gemini/settings.json'),
    http: ({ url, headers }) => ({ httpUrl: url, headers }),
    next: 'Restart gemini; /mcp lists the server.',
  },
  {
    ...json,
    name: 'vscode',
    title: 'VS Code',
    file: ({ cwd }) => join(cwd, '.vscode/mcp.json'),
    key: 'servers',
    extra: { type: 'stdio' },
    http: typed,
    next: 'Open the folder in VS Code and start the server.',
  },
  {
    ...json,
    name: 'windsurf',
    title: 'Windsurf',
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    http: ({ url, headers }) => ({ serverUrl: url, headers }),
    next: 'Refresh the MCP servers in the settings of Windsurf.',
  },
  {
    ...json,
    name: 'zed',
    title: 'Zed',
    file: ({ home, platform, env }) =>
      platform === 'win32'
        ? join(env.APPDATA ?? join(home, 'AppData/Roaming'), 'Zed/settings.json')
        : join(
            (platform === 'linux' && env.XDG_CONFIG_HOME) || join(home, '.config'),
            'zed/settings.json',
          ),
    key: 'context_servers',
    extra: { source: 'custom' },
    http: (address) => ({ ...address }),
    next: 'Zed starts the server at once; see its agent settings.',
  },
];

/** A file in which a server of vaultd may be named, and how to read it. */
interface ClientFile {
  readonly name: string;
  readonly file: string;
  readonly key: string;
  /** Throws when the text is not in the format of the client. */
  parse(text: string): unknown;
}

export function clientFiles(places: Places, parseToml: (text: string) => unknown): ClientFile[] {
  const files = clientSetups.map(({ name, file, key, format }) => ({
    name,
    file: file(places),
    key,
    parse: format === 'toml' ? parseToml : parseJsonWithComments,
  }));
  // Where Claude Code itself puts servers that are there in every folder.
  const file = join(places.home, '.claude.json');
  const own = { name: 'claude-code', file, key: 'mcpServers', parse: parseJsonWithComments };
  return [...files, own];
}

export function placesOf(env: NodeJS.ProcessEnv, cwd: string): Places {
  return { home: env.HOME || homedir(), cwd, platform: process.platform, env };
}

export interface ServerEntry {
  readonly name: string;
  /** How the client starts or reaches the server, in its own words. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** A server that the client starts. */
export function toStarted(
  { extra }: ClientSetup,
  { name, command, args }: { name: string; command: string; args: readonly string[] },
): ServerEntry {
  return { name, settings: { ...extra, command, args } };
}

/** Every word by which a client names how it starts or reaches a server. */
const transportSettings: ReadonlySet<string> = new Set([
  'args',
  'command',
  'headers',
  'http_headers',
  'httpUrl',
  'serverUrl',
  'source',
  'type',
  'url',
]);

/** The entry alone, as a document of its own. */
export function toSnippet({ format, key }: ClientSetup, entry: ServerEntry): string {
  if (format === 'toml') return toTomlServer(key, entry);
  return `${JSON.stringify({ [key]: { [entry.name]: entry.settings } }, null, 2)}\n`;
}

/** The servers in a client's document that start this program. */
export function findServers(text: string, { format, key }: ClientSetup): string[] {
  if (format === 'toml') return findTomlServers(text, key, isOurs);
  const servers = toRecord(toRecord(parseJsonWithComments(text))[key]);
  return Object.keys(servers).filter((name) => isOurs(JSON.stringify(servers[name])));
}

function isOurs(entry: string): boolean {
  return /vaultd/.test(entry) && /"mcp"/.test(entry);
}

/** The client's document without the entry; undefined when nothing else is left in it. */
export function removeServerEntry(
  text: string,
  setup: ClientSetup,
  name: string,
): string | undefined {
  const { format, key } = setup;
  if (format === 'toml') {
    const left = removeTomlServer(text, key, name);
    return left.trim() === '' ? undefined : left;
  }
  const left = removeJsonValue(text, [key, name]);
  const { [key]: servers, ...others } = toRecord(parseJsonWithComments(left));
  const isEmpty = Object.keys({ ...others, ...toRecord(servers) }).length === 0;
  return isEmpty ? undefined : left;
}

/** The client's document with the entry in it; everything else stays. Throws when it cannot be read. */
export function mergeEntry(text: string, setup: ClientSetup, entry: ServerEntry): string {
  const { format, key } = setup;
  if (format === 'toml') return setTomlServer(text, key, entry, transportSettings);
  const { name, settings } = entry;
  const before = toRecord(toRecord(toRecord(parseJsonWithComments(text))[key])[name]);
  const kept = Object.entries(before).filter(([setting]) => !transportSettings.has(setting));
  return setJsonValue(text, [key, name], { ...Object.fromEntries(kept), ...settings });
}
