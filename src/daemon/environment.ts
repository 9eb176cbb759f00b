import { VaultError } from '../contract/errors.ts';
import type { Environment } from './places.ts';

/** Empty strings and placeholders that a client did not fill in count as unset. */
export function settingOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' || /^\$\{.*\}$/.test(value) ? undefined : value;
}

/** A list of path prefixes, as the member `key` of an object; nothing when unset. */
export function listOf<Key extends string>(env: Environment, name: string, key: Key) {
  const value = settingOf(env, name);
  if (value === undefined) return {};
  try {
    const list = toPrefixes(value.split(','));
    if (list.length === 0) throw new Error('it has only separators');
    return { [key]: list };
  } catch (thrown) {
    throw wrongVariable(name, thrown instanceof Error ? thrown.message : '');
  }
}

/** A yes or no, as the member `key` of an object; nothing when unset. */
export function flagOf<Key extends string>(env: Environment, name: string, key: Key) {
  const value = settingOf(env, name)?.toLowerCase();
  if (value === undefined) return {};
  if (['true', '1', 'yes', 'on'].includes(value)) return { [key]: true };
  if (['false', '0', 'no', 'off'].includes(value)) return { [key]: false };
  throw wrongVariable(name, `"${value}" is not true or false`);
}

/** One of a few words, in any case; `usual` when unset. */
export function choiceOf<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  usual: T,
  fail = (value: string) => wrongVariable(name, `"${value}" is not ${choices.join(', ')}`),
): T {
  const value = settingOf(env, name);
  if (value === undefined) return usual;
  const found = choices.find((choice) => choice === value.toLowerCase());
  if (found === undefined) throw fail(value);
  return found;
}

/** Prefixes as policies have them: no slashes at the ends, lower-case, each once. */
export function toPrefixes(list: readonly string[]): string[] {
  const items = list.map((item) => item.trim().replaceAll('\\', '/')).filter((item) => item !== '');
  const outside = items.find((item) => item.startsWith('/') || item.split('/').includes('..'));
  if (outside !== undefined) {
    throw new Error(
      `"${outside}" must be a path inside the vault, without ".." and without a "/" first`,
    );
  }
  return [...new Set(items.map((item) => item.toLowerCase().replace(/\/+$/, '')))];
}

export function wrongVariable(name: string, what: string): VaultError {
  return new VaultError('invalid-input', `The environment variable ${name} is wrong: ${what}.`, {
    reason: 'config',
    hint: `Correct ${name} or unset it.`,
  });
}
