import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import * as z from 'zod';
import type { PathPolicy } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { logLevels } from '../kit/log.ts';
import { describeIssue, describeSyntax } from './config-errors.ts';
import { flagOf, listOf, settingOf } from './environment.ts';
import { ideShape, vaultIdeShape } from './ide-config.ts';
import { ledgerShape } from './ledger-config.ts';
import { mcpShape } from './mcp-config.ts';
import { configFile, type Environment, expandHome } from './places.ts';
import { prefixes } from './prefixes.ts';
import { restShape } from './rest-config.ts';
import { webShape } from './web-config.ts';

const policyShape = {
  read_only: z.boolean().optional(),
  read_paths: prefixes.optional(),
  write_paths: prefixes.optional(),
  deny: z.array(z.string()).optional(),
  /** Changes that wait for a person: all of them, or those below these folders. */
  approve: z.union([z.boolean(), prefixes]).optional(),
};

/** The remote protocol of one vault: on, off, or the paths of its socket and its token. */
const remoteShape = z.union([
  z.boolean(),
  z.strictObject({ socket: z.string().optional(), token_file: z.string().optional() }),
]);

const vaultShape = z.strictObject({
  path: z.string(),
  name: z.string().optional(),
  remote: remoteShape.optional(),
  ide: vaultIdeShape.optional(),
  ledger: ledgerShape.optional(),
  ...policyShape,
});

/** The configuration file. Protocols add their own tables. */
export const configShape = z.strictObject({
  vaults: z.array(vaultShape).default([]),
  durability: z.enum(['fsync', 'rename']).default('fsync'),
  history: z
    .strictObject({
      max_age_days: z.number().positive().default(limits.historyAgeDaysMax),
      max_size_mb: z
        .number()
        .positive()
        .default(limits.historyBytesMax / 2 ** 20),
    })
    .prefault({}),
  log: z
    .strictObject({ level: z.enum(logLevels).default('warn'), json: z.boolean().default(false) })
    .prefault({}),
  ide: ideShape.prefault({}),
  mcp: mcpShape.prefault({}),
  rest: restShape.prefault({}),
  web: webShape.prefault({}),
  /** What single clients may do, by the names they give themselves. */
  clients: z.record(z.string(), z.strictObject(policyShape)).default({}),
});

export type Config = z.output<typeof configShape>;
export type VaultConfig = Config['vaults'][number];
type PolicyConfig = z.output<z.ZodObject<typeof policyShape>>;

/**
 * File over defaults, environment over file. A missing file is an empty one. Vaults that are named
 * replace those of the file, but what it says about them still counts.
 */
export function readConfig(env: Environment, named: readonly string[] = []): Config {
  const file = configFile(env);
  // Zod would write code for every table first, which pays only for what is read often.
  const { text, value } = parseFile(file);
  const parsed = configShape.safeParse(value, { jitless: true });
  if (!parsed.success) throw wrong(file, describeIssue(parsed.error, configShape, text));
  return withEnvironment(parsed.data, env, named);
}

/** What a table of the configuration opens. Hidden names are for the protocol to decide. */
export function toPolicy(config: PolicyConfig): PathPolicy {
  const { read_only, read_paths, write_paths, deny, approve } = config;
  return {
    ...(read_paths && { read: read_paths }),
    ...(write_paths && { write: write_paths }),
    ...(read_only && { readOnly: true }),
    ...(deny && { deny }),
    ...(approve && { approve }),
    hidden: true,
  };
}

function parseFile(file: string): { readonly text: string; readonly value: unknown } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') {
      return { text: '', value: {} };
    }
    throw wrong(file, `it cannot be read (${toSystemWord(thrown)}).`);
  }
  try {
    const value = text.trimStart().startsWith('{') ? JSON.parse(text) : parseToml(text);
    return { text, value };
  } catch (thrown) {
    throw wrong(file, describeSyntax(thrown));
  }
}

function withEnvironment(config: Config, env: Environment, named: readonly string[]): Config {
  const path = settingOf(env, 'OBSIDIAN_VAULT_PATH');
  const wanted = named.length === 0 && path !== undefined ? [path] : named;
  const vaults =
    wanted.length === 0 ? config.vaults : wanted.map((each) => find(config, each, env));
  const over = {
    ...listOf(env, 'OBSIDIAN_READ_PATHS', 'read_paths'),
    ...listOf(env, 'OBSIDIAN_WRITE_PATHS', 'write_paths'),
    ...flagOf(env, 'OBSIDIAN_READ_ONLY', 'read_only'),
  };
  return {
    ...config,
    vaults: vaults.map((vault) => ({ ...vault, path: expandHome(vault.path, env), ...over })),
  };
}

/** By the name the file gives it, or by its folder. */
function find({ vaults }: Config, wanted: string, env: Environment): VaultConfig {
  const toFolder = (path: string) => resolve(expandHome(path, env));
  return (
    vaults.find(({ name }) => name === wanted) ??
    vaults.find(({ path }) => toFolder(path) === toFolder(wanted)) ?? { path: wanted }
  );
}

/** EACCES and the like. */
function toSystemWord(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
}

function wrong(file: string, what: string): VaultError {
  return new VaultError('invalid-input', `The configuration ${file} is wrong: ${what}`, {
    reason: 'config',
    hint: 'docs/configuration.md lists every key.',
  });
}
