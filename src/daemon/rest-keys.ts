import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import { toVaultId } from '../engine/store/vault/vault-id.ts';
import { toRecord, tryParseJson } from '../kit/records.ts';
import {
  type KeyRecord,
  keyRights,
  readKeyRecords,
  toKeyDigest,
  writeKeyRecords,
} from '../protocols/rest/keys.ts';
import { readConfig } from './config.ts';
import type { Environment } from './places.ts';
import { prefixes } from './prefixes.ts';
import { restPlaces } from './rest.ts';

/** What a key is asked to be. */
export interface AskedKey {
  readonly name: string;
  /** The folder of its vault. */
  readonly root: string;
  readonly readOnly: boolean;
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly commands: boolean;
  readonly generation: number | undefined;
  readonly expires: string | undefined;
  /** Replace the key of that name. */
  readonly renew: boolean;
  /** A key that exists already elsewhere; a new one when absent. */
  readonly secret?: string;
}

/** Makes a key and stores it. The answer is the only one that has the key itself. */
export function addKey(env: Environment, asked: AskedKey): { key: string } {
  const { keysFile } = restPlaces(env);
  const others = readKeyRecords(keysFile).filter(({ name }) => name !== asked.name);
  if (others.length < readKeyRecords(keysFile).length && !asked.renew) {
    throw usage(`There is a key "${asked.name}" already.`, 'Replace it with --renew.');
  }
  const key = asked.secret ?? randomBytes(32).toString('hex');
  const { show_keys: isShown } = readConfig(env).rest;
  const record: KeyRecord = {
    name: parse(keyRights.name, asked.name, 'NAME'),
    vault: toVaultId(realpathSync(asked.root)),
    read_only: asked.readOnly,
    ...(asked.read.length > 0 && { read: parse(prefixes, asked.read, '--read') }),
    ...(asked.write.length > 0 && { write: parse(prefixes, asked.write, '--write') }),
    commands: asked.commands,
    generation: parse(keyRights.generation, asked.generation, '--generation'),
    ...(asked.expires && { expires: parse(keyRights.expires, asked.expires, '--expires') }),
    digest: toKeyDigest(key),
    ...(isShown && { key }),
  };
  writeKeyRecords(keysFile, [...others, record]);
  return { key };
}

/** The keys of the state folder and of the configuration, without their secrets. */
export function listKeys(env: Environment): Omit<KeyRecord, 'digest' | 'key'>[] {
  const stored = readKeyRecords(restPlaces(env).keysFile);
  const all = [...stored, ...readConfig(env).rest.keys];
  return all.map(({ name, vault, read_only, read, write, commands, generation, expires }) => ({
    name,
    vault,
    read_only,
    read,
    write,
    commands,
    generation,
    expires,
  }));
}

/** False when there is none of that name. */
export function removeKey(env: Environment, name: string): boolean {
  const { keysFile } = restPlaces(env);
  const before = readKeyRecords(keysFile);
  const after = before.filter((each) => each.name !== name);
  if (after.length < before.length) writeKeyRecords(keysFile, after);
  return after.length < before.length;
}

/** The variables that clients of the plugin read. Without the key where only its hash is stored. */
export function clientVariables(env: Environment, name: string, secret?: string) {
  const { rest } = readConfig(env);
  const stored = readKeyRecords(restPlaces(env).keysFile);
  const found = [...stored, ...rest.keys].find((each) => each.name === name);
  if (found === undefined) throw usage(`There is no key "${name}".`, 'vaultd rest key list');
  const key = secret ?? found.key;
  return {
    ...(key !== undefined && { OBSIDIAN_API_KEY: key }),
    OBSIDIAN_BASE_URL: rest.http
      ? `http://127.0.0.1:${rest.http_port}`
      : `https://127.0.0.1:${rest.https_port}`,
    OBSIDIAN_VERIFY_SSL: 'false',
    OBSIDIAN_HOST: '127.0.0.1',
    OBSIDIAN_PORT: String(rest.https_port),
  };
}

/** The key that the plugin of a vault has; its clients can go on with it. */
export function readPluginKey(env: Environment, root: string): string {
  const { configFolder } = restPlaces(env);
  const file = join(root, configFolder, 'plugins/obsidian-local-rest-api/data.json');
  const { apiKey } = toRecord(tryParseJson(readIfThere(file)));
  if (typeof apiKey === 'string' && /^\S{16,}$/.test(apiKey)) return apiKey;
  throw usage('The Local REST API plugin has no key in this vault.', 'vaultd rest key add NAME');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parse<T>(
  shape: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: unknown,
  what: string,
): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw usage(`${what} cannot be ${JSON.stringify(value)}.`, 'vaultd rest key --help');
}

function usage(message: string, hint: string): VaultError {
  return new VaultError('invalid-input', message, { reason: 'usage', hint });
}
