import type { PathPolicy } from '../contract/callers.ts';
import type { McpOptions } from '../protocols/mcp/options.ts';
import { flagOf, settingOf } from './environment.ts';
import { optionOf, readBundleOptions, readOptions, readPolicy, usage } from './mcp-options.ts';
import type { Environment } from './places.ts';

/** The settings of `vaultd mcp`, from its command line and its environment. */
export interface McpSettings {
  readonly toolset: 'vault' | 'bundle' | 'both';
  /** Folders, or names of configured vaults. The bundle can serve several. */
  readonly vaults: readonly NamedVault[];
  /** Whether to use the engine of a daemon that serves the vault. */
  readonly attach: 'auto' | 'always' | 'never';
  readonly policy: PathPolicy;
  readonly options: McpOptions;
  readonly transport: 'stdio' | 'http';
  /** The bundle serves what the app has in its list, when no vault is named. */
  readonly discovers: boolean;
  /** Of the bundle. The other tool set has that of the configuration. */
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** The environment with what the command line says over it. */
  readonly env: Environment;
}

export interface NamedVault {
  readonly name?: string;
  readonly path: string;
}

/** Options with a value, and the variables they stand over. */
const valued: Readonly<Record<string, string>> = {
  '--attach': 'VAULTD_MCP_ATTACH',
  '--results': 'VAULTD_MCP_RESULTS',
  '--toolset': 'OBSIDIAN_TOOLSET',
};
const switches: Readonly<Record<string, string>> = { '--strict': 'VAULTD_MCP_STRICT' };
const bundleValued: Readonly<Record<string, string>> = {
  '--errors': 'OBSIDIAN_ERRORS',
  '--host': 'OBSIDIAN_BACKEND',
  '--stories': 'OBSIDIAN_STORIES',
};
const bundleSwitches: Readonly<Record<string, string>> = {
  '--discover-vaults': 'OBSIDIAN_DISCOVER_VAULTS',
  '--launch-app': 'OBSIDIAN_LAUNCH_APP',
  '--strict-app': 'OBSIDIAN_STRICT_APP',
};

export function readMcpSettings(args: readonly string[], given: Environment): McpSettings {
  const { flags, named, over } = parseArguments(args);
  const env = { ...given, ...over };
  const toolset = optionOf(env, 'OBSIDIAN_TOOLSET', ['vault', 'bundle', 'both'], 'vault');
  const foreign = { vault: { ...bundleValued, ...bundleSwitches }, bundle: switches, both: {} };
  const wrong = flags.find((flag) => flag in foreign[toolset]);
  if (wrong !== undefined) throw usage(`The toolset ${toolset} has no option ${wrong}.`);
  const path = settingOf(env, 'OBSIDIAN_VAULT_PATH');
  const wanted = named.length === 0 && path !== undefined ? [path] : named;
  return {
    toolset,
    vaults:
      toolset === 'bundle' ? wanted.map(toNamed) : wanted.slice(-1).map((each) => ({ path: each })),
    attach: optionOf(env, 'VAULTD_MCP_ATTACH', ['auto', 'always', 'never'], 'auto'),
    policy: readPolicy(env),
    options: {
      ...readOptions(env),
      ...(toolset !== 'vault' && { bundle: readBundleOptions(env) }),
    },
    transport: optionOf(env, 'MCP_TRANSPORT_TYPE', ['stdio', 'http'], 'stdio'),
    discovers: flagOf(env, 'OBSIDIAN_DISCOVER_VAULTS', 'on').on ?? false,
    logLevel: optionOf(env, 'OBSIDIAN_LOG_LEVEL', ['error', 'warn', 'info', 'debug'], 'info'),
    env,
  };
}

function parseArguments(args: readonly string[]) {
  const flags: string[] = [];
  const named: string[] = [];
  const over: Record<string, string> = {};
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = splitOnce(arg);
    const variable = valued[name] ?? bundleValued[name];
    const flag = switches[name] ?? bundleSwitches[name];
    if (arg.startsWith('-')) flags.push(name);
    if (name === '--vault') named.push(inline ?? rest.shift() ?? '');
    else if (variable !== undefined) over[variable] = inline ?? rest.shift() ?? '';
    else if (flag !== undefined) over[flag] = 'true';
    else if (arg.startsWith('-')) throw usage(`There is no option ${name}.`);
    else named.push(arg);
  }
  // A client that had nothing to fill in leaves its placeholder standing.
  return { flags, over, named: named.filter((each) => each !== '' && !/^\$\{.*\}$/.test(each)) };
}

/** `name=folder`, or a folder; a name has no slash in it. */
function toNamed(text: string): NamedVault {
  const [name = '', path] = splitOnce(text);
  return path === undefined || /[\\/]/.test(name) || name === '' ? { path: text } : { name, path };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
