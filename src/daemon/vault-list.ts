import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { VaultError } from '../contract/errors.ts';
import { isRecord, toRecord, tryParseJson } from '../kit/records.ts';
import { readConfig } from './config.ts';
import type { LedgerConfig } from './ledger-config.ts';
import { configFile, type Environment, expandHome, isFolder } from './places.ts';
import { isSameFolder } from './reload.ts';

/** A vault of the configuration. */
export interface ConfiguredVault {
  readonly name: string;
  readonly path: string;
}

/** The vaults of the configuration, the default one first. */
export function listVaults(env: Environment): ConfiguredVault[] {
  const { vaults } = readConfig(withoutVault(env));
  return vaults.map(({ name, path }) => ({
    name: name ?? basename(resolve(path)),
    path: resolve(path),
  }));
}

/** Adds a folder to the configuration. Undefined when it is there already. */
export function addVault(
  env: Environment,
  folder: string,
  name: string | undefined,
): ConfiguredVault | undefined {
  const path = resolve(expandHome(folder, env));
  if (!isFolder(path)) {
    throw new VaultError('not-found', `There is no folder ${JSON.stringify(folder)}.`, {
      hint: 'Create it first, or check the name.',
    });
  }
  const vaults = listVaults(env);
  if (vaults.some((vault) => vault.path === path)) return undefined;
  const added = { name: name ?? basename(path), path };
  const other = vaults.find((vault) => vault.name === added.name);
  if (other !== undefined) {
    throw new VaultError(
      'already-exists',
      `The vault ${other.path} is already called ${added.name}.`,
      {
        hint: 'Choose another name with --name.',
      },
    );
  }
  const entry = { path, ...(name !== undefined && { name }) };
  change(
    env,
    (list) => [...list, entry],
    (text) => `${separate(text)}${toTable(entry)}`,
  );
  return added;
}

/** Takes a vault off the configuration, by name or folder. Its files stay. */
export function removeVault(env: Environment, wanted: string): ConfiguredVault {
  const vaults = listVaults(env);
  const path = resolve(expandHome(wanted, env));
  const byName = vaults.findIndex(({ name }) => name === wanted);
  const index = byName === -1 ? vaults.findIndex((vault) => vault.path === path) : byName;
  const found = vaults[index];
  if (found === undefined) {
    const names = vaults.map(({ name }) => name).join(', ') || 'none';
    throw new VaultError('not-found', `The configuration has no vault ${JSON.stringify(wanted)}.`, {
      hint: `Vaults of the configuration: ${names}.`,
    });
  }
  change(
    env,
    (list) => list.toSpliced(index, 1),
    (text) => cutTable(text, index),
  );
  return found;
}

/** Writes or removes the ledger of a configured vault. */
export function setLedger(
  env: Environment,
  folder: string,
  ledger: LedgerConfig | undefined,
): void {
  const index = listVaults(env).findIndex((vault) => isSameFolder(vault.path, folder));
  change(
    env,
    (list) => list.map((vault, at) => (at === index ? withTable(vault, ledger) : vault)),
    (text) => replaceLine(text, index, ledger && `ledger = ${toInlineTable(ledger)}`),
  );
}

function withTable(vault: unknown, ledger: LedgerConfig | undefined): unknown {
  const { ledger: _, ...rest } = toRecord(vault);
  return ledger === undefined ? rest : { ...rest, ledger };
}

function toInlineTable(ledger: LedgerConfig): string {
  const members = Object.entries(ledger).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `{ ${members.join(', ')} }`;
}

/** With another line for the ledger below the head of a vault's table. */
function replaceLine(text: string, index: number, line: string | undefined): string {
  const lines = text.split('\n');
  const starts = [...lines.entries()].filter(([, each]) => /^\s*\[\[\s*vaults\s*\]\]/.test(each));
  const start = starts[index]?.[0];
  if (start === undefined) return text;
  const next = lines.findIndex((each, at) => at > start && /^\s*\[/.test(each));
  const end = next === -1 ? lines.length : next;
  const isOther = (each: string, at: number) =>
    at <= start || at >= end || !/^\s*ledger\s*=/.test(each);
  const kept = lines.filter(isOther);
  return (line === undefined ? kept : kept.toSpliced(start + 1, 0, line)).join('\n');
}

/** What the environment names is not in the file. */
function withoutVault(env: Environment): Environment {
  return { ...env, OBSIDIAN_VAULT_PATH: '' };
}

/** Writes the file with another list of vaults; all else in it stays as it is written. */
function change(
  env: Environment,
  toList: (list: readonly unknown[]) => readonly unknown[],
  toToml: (text: string) => string,
): void {
  const file = configFile(env);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isJson = text.trimStart().startsWith('{');
  const before = toRecord(isJson ? JSON.parse(text) : parseToml(text));
  const list = Array.isArray(before.vaults) ? before.vaults : [];
  const after = { ...before, vaults: toList(list) };
  const written = isJson ? `${JSON.stringify(after, null, 2)}\n` : toToml(text);
  if (!isSame(isJson ? tryParseJson(written) : tryParseToml(written), after)) {
    throw new VaultError('unsupported', `The list of vaults in ${file} is not written as tables.`, {
      hint: 'Edit it by hand: each vault is a [[vaults]] table with a path.',
    });
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, written, { mode: 0o600 });
  renameSync(temporary, file);
}

/** No vaults are the same as an empty list of them. */
function isSame(value: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  return isRecord(value) && isDeepStrictEqual(plain({ vaults: [], ...value }), plain(wanted));
}

/** Tables of the parser have no prototype, which does not matter here. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function tryParseToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

function separate(text: string): string {
  return text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
}

function toTable({ path, name }: { readonly path: string; readonly name?: string }): string {
  const called = name === undefined ? '' : `name = ${JSON.stringify(name)}\n`;
  return `[[vaults]]\npath = ${JSON.stringify(path)}\n${called}`;
}

/** Without the table of one vault and the tables in it. What comments on the next table stays. */
function cutTable(text: string, index: number): string {
  const lines = text.split('\n');
  const starts = [...lines.entries()].filter(([, line]) => /^\s*\[\[\s*vaults\s*\]\]/.test(line));
  const start = starts[index]?.[0];
  if (start === undefined) return text;
  const isOther = (line: string) => /^\s*\[/.test(line) && !/^\s*\[+\s*vaults\s*\./.test(line);
  const next = lines.findIndex((line, at) => at > start && isOther(line));
  let end = next === -1 ? lines.length : next;
  while (next !== -1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '-')) end--;
  return [...lines.slice(0, start), ...lines.slice(end)].join('\n').replace(/^\n+/, '');
}
