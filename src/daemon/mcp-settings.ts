import type { PathPolicy } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { defaultOptions, type McpOptions } from '../protocols/mcp/options.ts';
import { flagOf, listOf, settingOf, wrongVariable } from './environment.ts';
import type { Environment } from './places.ts';

/** What `vaultd mcp` was told by its command line and its environment. */
export interface McpSettings {
  /** A folder, or the name of a configured vault. */
  readonly vault: string | undefined;
  /** Whether to use the engine of a daemon that serves the vault. */
  readonly attach: 'auto' | 'always' | 'never';
  readonly policy: PathPolicy;
  readonly options: McpOptions;
  readonly transport: 'stdio' | 'http';
  /** The environment with what the command line says over it. */
  readonly env?: Environment;
}

const attachModes = ['auto', 'always', 'never'] as const;

export function readMcpSettings(args: readonly string[], env: Environment): McpSettings {
  const { vault, attach, strict } = parseArguments(args);
  return {
    vault: vault ?? settingOf(env, 'OBSIDIAN_VAULT_PATH'),
    attach,
    policy: readPolicy(env),
    options: readOptions(env, strict ? { strict } : {}),
    transport: readTransport(env),
  };
}

export const toolsets = ['vault', 'bundle', 'both'] as const;
export type Toolset = (typeof toolsets)[number];

/** Which of the two sets of tools is served. */
export function readToolset(args: readonly string[], env: Environment): Toolset {
  const at = args.findIndex((arg) => arg === '--toolset' || arg.startsWith('--toolset='));
  const given = at === -1 ? undefined : (args[at]?.split('=', 2)[1] ?? args[at + 1] ?? '');
  const wanted = given ?? settingOf(env, 'OBSIDIAN_TOOLSET') ?? 'vault';
  const found = toolsets.find((toolset) => toolset === wanted);
  if (found === undefined) throw usage(`--toolset is ${toolsets.join(', ')}, not "${wanted}".`);
  return found;
}

/** The path policy of the environment alone. */
export function readPolicy(env: Environment): PathPolicy {
  return {
    ...listOf(env, 'OBSIDIAN_READ_PATHS', 'read'),
    ...listOf(env, 'OBSIDIAN_WRITE_PATHS', 'write'),
    ...flagOf(env, 'OBSIDIAN_READ_ONLY', 'readOnly'),
  };
}

/** The environment over what else was said. */
export function readOptions(env: Environment, given: Partial<McpOptions> = {}): McpOptions {
  const callMs = settingOf(env, 'OBSIDIAN_REQUEST_TIMEOUT_MS');
  if (callMs !== undefined && !/^[1-9]\d{0,8}$/.test(callMs)) {
    throw wrongVariable(
      'OBSIDIAN_REQUEST_TIMEOUT_MS',
      `"${callMs}" is not a number of milliseconds`,
    );
  }
  return {
    ...defaultOptions,
    ...given,
    ...flagOf(env, 'VAULTD_MCP_STRICT', 'strict'),
    ...flagOf(env, 'OBSIDIAN_ENABLE_COMMANDS', 'commands'),
    ...flagOf(env, 'OBSIDIAN_DELETE_ELICITATION', 'confirmDelete'),
    ...(callMs !== undefined && { callMs: Number(callMs) }),
  };
}

function readTransport(env: Environment): McpSettings['transport'] {
  const value = settingOf(env, 'MCP_TRANSPORT_TYPE') ?? 'stdio';
  if (value === 'stdio' || value === 'http') return value;
  throw wrongVariable('MCP_TRANSPORT_TYPE', `"${value}" is not stdio or http`);
}

function parseArguments(args: readonly string[]) {
  let vault: string | undefined;
  let attach: McpSettings['attach'] = 'auto';
  let strict = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = arg.split('=', 2);
    if (name === '--strict') strict = true;
    else if (name === '--toolset') {
      if (inline === undefined) rest.shift();
    } else if (name === '--vault') vault = inline ?? rest.shift();
    else if (name === '--attach') attach = toAttach(inline ?? rest.shift());
    else if (arg.startsWith('-')) throw usage(`There is no option ${name}.`);
    else vault = arg;
  }
  return { vault, attach, strict };
}

function toAttach(value: string | undefined): McpSettings['attach'] {
  const mode = attachModes.find((known) => known === value);
  if (mode === undefined) throw usage('--attach is auto, always or never.');
  return mode;
}

function usage(message: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'usage',
    hint: 'Usage: vaultd mcp [VAULT] [--toolset vault|bundle|both] [--attach auto|always|never] [--strict]',
  });
}
