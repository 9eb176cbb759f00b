import type { PathPolicy } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { mcpLimits } from '../contract/mcp-limits.ts';
import type { BundleOptions, McpOptions } from '../protocols/mcp/options.ts';
import { resultForms } from '../protocols/mcp/result-forms.ts';
import { type Story, stories } from '../protocols/mcp/stories.ts';
import { choiceOf, flagOf, listOf, settingOf, wrongVariable } from './environment.ts';
import type { Environment } from './places.ts';

/** The path policy of the environment alone. */
export function readPolicy(env: Environment): PathPolicy {
  return {
    ...listOf(env, 'OBSIDIAN_READ_PATHS', 'read'),
    ...listOf(env, 'OBSIDIAN_WRITE_PATHS', 'write'),
    ...flagOf(env, 'OBSIDIAN_READ_ONLY', 'readOnly'),
  };
}

/** How the vault's tools behave: the environment over what else was said. */
export function readOptions(env: Environment, given: Partial<McpOptions> = {}): McpOptions {
  const callMs = settingOf(env, 'OBSIDIAN_REQUEST_TIMEOUT_MS');
  if (callMs !== undefined && !/^[1-9]\d{0,8}$/.test(callMs)) {
    throw wrongVariable(
      'OBSIDIAN_REQUEST_TIMEOUT_MS',
      `"${callMs}" is not a number of milliseconds`,
    );
  }
  return {
    strict: false,
    commands: false,
    confirmDelete: 'if-possible',
    ...given,
    ...flagOf(env, 'VAULTD_MCP_STRICT', 'strict'),
    ...flagOf(env, 'OBSIDIAN_ENABLE_COMMANDS', 'commands'),
    ...toConfirmDelete(flagOf(env, 'OBSIDIAN_DELETE_ELICITATION', 'on').on),
    ...resultsOf(env),
    callMs: callMs === undefined ? mcpLimits.callMs : Number(callMs),
  };
}

/** A switch that is not set lets the client decide. */
export function toConfirmDelete(isOn: boolean | undefined): Partial<McpOptions> {
  return isOn === undefined ? {} : { confirmDelete: isOn ? 'always' : 'never' };
}

function resultsOf(env: Environment): Partial<McpOptions> {
  if (settingOf(env, 'VAULTD_MCP_RESULTS') === undefined) return {};
  return { results: optionOf(env, 'VAULTD_MCP_RESULTS', resultForms, 'both') };
}

/** How the bundle behaves. */
export function readBundleOptions(env: Environment): BundleOptions {
  const seconds = settingOf(env, 'OBSIDIAN_TIMEOUT_SECONDS');
  return {
    stories: readStories(env),
    hasApp: optionOf(env, 'OBSIDIAN_BACKEND', ['files', 'app', 'auto'], 'files') !== 'files',
    commands: flagOf(env, 'OBSIDIAN_ENABLE_COMMANDS', 'on').on ?? false,
    readOnly: readPolicy(env).readOnly === true,
    errors: optionOf(env, 'OBSIDIAN_ERRORS', ['protocol', 'tool'], 'protocol'),
    callMs: seconds === undefined ? mcpLimits.callMs : toMs(seconds, 'OBSIDIAN_TIMEOUT_SECONDS'),
    toolMs: readToolSeconds(env),
  };
}

/** One of a few words, which an option may have said. */
export function optionOf<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  usual: T,
): T {
  return choiceOf(env, name, choices, usual, (value) =>
    usage(`${name} is ${choices.join(', ')}, not "${value}".`),
  );
}

/** What was said when `vaultd mcp` was started makes no sense. */
export function usage(message: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'usage',
    hint: 'Usage: vaultd mcp [VAULT] [--toolset vault|bundle|both] [--attach auto|always|never] [--strict] [--results text|structured|both]; for the bundle also [--vault [NAME=]FOLDER]… [--host files|app|auto] [--stories LIST] [--errors protocol|tool]',
  });
}

function readStories(env: Environment): Story[] {
  const value = settingOf(env, 'OBSIDIAN_STORIES') ?? 'files';
  const asked = value.split(',').map((each) => each.trim().toLowerCase());
  if (asked.includes('all')) return [...stories];
  const known = asked.flatMap((each) => stories.find((story) => story === each) ?? []);
  if (known.length === asked.length) return [...new Set<Story>(['files', ...known])];
  throw usage(`--stories is a list of ${stories.join(', ')}, or all.`);
}

/** `tool=seconds`, with commas between. */
function readToolSeconds(env: Environment): Record<string, number> {
  const value = settingOf(env, 'OBSIDIAN_TOOL_TIMEOUTS');
  if (value === undefined) return {};
  return Object.fromEntries(
    value.split(',').map((each) => {
      const [tool, seconds = ''] = each.trim().split('=', 2);
      return [tool, toMs(seconds, 'OBSIDIAN_TOOL_TIMEOUTS')];
    }),
  );
}

const secondsMax = 300;

function toMs(text: string, name: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= secondsMax) return seconds * 1000;
  throw usage(`${name} has seconds from 1 to ${secondsMax}, not "${text}".`);
}
