import { bundleLimits } from '../contract/bundle-limits.ts';
import { VaultError } from '../contract/errors.ts';
import { type BundleOptions, type Story, stories } from '../protocols/mcp/bundle/options.ts';
import { flagOf, settingOf } from './environment.ts';
import { readPolicy } from './mcp-settings.ts';
import type { Environment } from './places.ts';

/** A vault as somebody named it on the command line. */
export interface NamedVault {
  readonly name?: string;
  readonly path: string;
}

/** What `vaultd mcp --toolset bundle` was told by its command line and its environment. */
export interface BundleSettings {
  readonly vaults: readonly NamedVault[];
  /** Serve what the app has in its list, when no vault is named. */
  readonly discovers: boolean;
  readonly options: BundleOptions;
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** The environment with what the command line says over it. */
  readonly env: Environment;
}

const secondsMax = 300;
const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** Options with a value, and the variables they stand over. */
const valued: Readonly<Record<string, string>> = {
  '--errors': 'OBSIDIAN_ERRORS',
  '--host': 'OBSIDIAN_BACKEND',
  '--stories': 'OBSIDIAN_STORIES',
};
/** Options with a value that somebody else reads. */
const otherOptions = ['--attach', '--toolset'];
const switches: Readonly<Record<string, string>> = {
  '--discover-vaults': 'OBSIDIAN_DISCOVER_VAULTS',
  '--launch-app': 'OBSIDIAN_LAUNCH_APP',
  '--strict-app': 'OBSIDIAN_STRICT_APP',
};

export function readBundleSettings(args: readonly string[], given: Environment): BundleSettings {
  const { vaults, env } = parseArguments(args, given);
  const path = settingOf(env, 'OBSIDIAN_VAULT_PATH');
  const named = vaults.length === 0 && path !== undefined ? [{ path }] : vaults;
  return {
    vaults: named,
    discovers: flagOf(env, 'OBSIDIAN_DISCOVER_VAULTS', 'on').on ?? false,
    options: readBundleOptions(env),
    logLevel: oneOf(env, 'OBSIDIAN_LOG_LEVEL', logLevels, 'info'),
    env,
  };
}

/** Options of the bundle in a command line that is not only about it, moved into the environment. */
export function takeBundleFlags(
  args: readonly string[],
  given: Environment,
): { args: string[]; env: Environment } {
  const over: Record<string, string> = {};
  const others: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = splitOnce(arg);
    const [variable, flag] = [valued[name], switches[name]];
    if (variable !== undefined) over[variable] = inline ?? rest.shift() ?? '';
    else if (flag !== undefined) over[flag] = 'true';
    else others.push(arg);
  }
  return { args: others, env: { ...given, ...over } };
}

export function readBundleOptions(env: Environment): BundleOptions {
  return {
    stories: readStories(env),
    hasApp: oneOf(env, 'OBSIDIAN_BACKEND', ['files', 'app', 'auto'], 'files') !== 'files',
    commands: flagOf(env, 'OBSIDIAN_ENABLE_COMMANDS', 'on').on ?? false,
    readOnly: readPolicy(env).readOnly === true,
    errors: oneOf(env, 'OBSIDIAN_ERRORS', ['protocol', 'tool'], 'protocol'),
    callMs: readSeconds(env),
    toolMs: readToolSeconds(env),
  };
}

function parseArguments(args: readonly string[], given: Environment) {
  const { args: left, env } = takeBundleFlags(args, given);
  const vaults: NamedVault[] = [];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const [name = '', inline] = splitOnce(arg);
    if (otherOptions.includes(name)) {
      if (inline === undefined) left.shift();
    } else if (name === '--vault') vaults.push(toVault(inline ?? left.shift() ?? ''));
    else if (arg.startsWith('-')) throw usage(`There is no option ${name}.`);
    else vaults.push(toVault(arg));
  }
  // A client that had nothing to fill in leaves its placeholder standing.
  const named = vaults.filter(({ path }) => path !== '' && !/^\$\{.*\}$/.test(path));
  return { vaults: named, env };
}

/** `name=folder`, or a folder; a name has no slash in it. */
function toVault(text: string): NamedVault {
  const [name = '', path] = splitOnce(text);
  return path === undefined || /[\\/]/.test(name) || name === '' ? { path: text } : { name, path };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function readStories(env: Environment): Story[] {
  const value = settingOf(env, 'OBSIDIAN_STORIES') ?? 'files';
  const asked = value.split(',').map((each) => each.trim().toLowerCase());
  if (asked.includes('all')) return [...stories];
  const known = asked.flatMap((each) => stories.find((story) => story === each) ?? []);
  if (known.length === asked.length) return [...new Set<Story>(['files', ...known])];
  throw usage(`--stories is a list of ${stories.join(', ')}, or all.`);
}

function readSeconds(env: Environment): number {
  const value = settingOf(env, 'OBSIDIAN_TIMEOUT_SECONDS');
  return value === undefined ? bundleLimits.callMs : toMs(value, 'OBSIDIAN_TIMEOUT_SECONDS');
}

/** `tool=seconds`, with commas between. */
function readToolSeconds(env: Environment): Record<string, number> {
  const value = settingOf(env, 'OBSIDIAN_TOOL_TIMEOUTS');
  if (value === undefined) return {};
  return Object.fromEntries(
    value.split(',').map((each) => {
      const [tool, seconds = ''] = splitOnce(each.trim());
      return [tool, toMs(seconds, 'OBSIDIAN_TOOL_TIMEOUTS')];
    }),
  );
}

function toMs(text: string, name: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= secondsMax) return seconds * 1000;
  throw usage(`${name} has seconds from 1 to ${secondsMax}, not "${text}".`);
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  usual: T,
): T {
  const value = settingOf(env, name);
  if (value === undefined) return usual;
  const found = choices.find((choice) => choice === value.toLowerCase());
  if (found === undefined) throw usage(`${name} is ${choices.join(', ')}, not "${value}".`);
  return found;
}

function usage(message: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'usage',
    hint: 'Usage: vaultd mcp --toolset bundle [--vault [NAME=]FOLDER]… [--host files|app|auto] [--stories LIST] [--errors protocol|tool]',
  });
}
