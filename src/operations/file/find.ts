import * as z from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { joinPath, parseVaultPath, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { Stat } from '../../engine/store/vault/stat.ts';
import { type Call, defineOperation } from '../operation.ts';
import { toWholeFile, wholeFile } from './read.ts';

type Vault = Pick<Call['vault'], 'list' | 'stat'>;

const found = z.object({
  path: z.string().describe('Where there is nothing: as it would be created.'),
  type: z.enum(['file', 'folder', 'nothing']),
  rest: z.array(z.string()).describe('Parts after the file.'),
  content: wholeFile.optional(),
});
type Found = z.output<typeof found>;

export const fileFind = defineOperation({
  name: 'file.find',
  summary: 'What a path refers to, exactly or by a name that differs only in case.',
  access: 'read',
  at: { rest: 'vault/PATH' },
  input: z.object({
    parts: z
      .array(z.string())
      .describe('The path in parts. Parts after a file name a section in it.'),
    withContent: z.boolean().default(false).describe('Also read the file, if it is small.'),
  }),
  output: found,
  fails: ['path-outside-vault'],
  run({ vault }, { parts, withContent }) {
    const joined = parts.join('/');
    // Empty names mean nothing here, at the start as elsewhere.
    const path = parseVaultPath(joined.startsWith('/') ? toNames(parts).join('/') : joined);
    const there = ifThere(() =>
      withContent ? vault.statAndRead(path) : { stat: vault.stat(path) },
    );
    const type = typeOf(there?.stat);
    if (type === 'nothing') return walk(vault, parts);
    const content = there?.content;
    return { path, type, rest: [], content: content && toWholeFile(content) };
  },
});

/** Name by name, as far as it goes. */
function walk(vault: Vault, parts: readonly string[]): Found {
  let at: VaultPath = rootPath;
  for (const [index, part] of parts.entries()) {
    const names = toNames([part]);
    for (const [position, name] of names.entries()) {
      const next = findName(vault, at, name);
      if (next === undefined) {
        const missing = [...names.slice(position), ...toNames(parts.slice(index + 1))];
        return {
          path: [...(at === '' ? [] : [at]), ...missing].join('/'),
          type: 'nothing',
          rest: [],
        };
      }
      at = next;
      if (typeOf(statOf(vault, at)) === 'folder') continue;
      const rest = [...names.slice(position + 1), ...parts.slice(index + 1)];
      return { path: at, type: 'file', rest };
    }
  }
  return { path: at, type: 'folder', rest: [] };
}

/** The entry of that name, or the only one whose name differs in case alone. */
function findName(vault: Vault, folder: VaultPath, name: string): VaultPath | undefined {
  const exact = parseVaultPath(joinPath(folder, name));
  if (statOf(vault, exact) !== undefined) return exact;
  const [only, ...others] = vault
    .list(folder)
    .filter((each) => each.name !== name && fold(each.name) === fold(name));
  return only === undefined || others.length > 0 ? undefined : joinPath(folder, only.name);
}

function statOf(vault: Vault, path: VaultPath): Stat | undefined {
  return ifThere(() => vault.stat(path));
}

/** A path through a file, or through a link that leads out, leads to nothing. */
function ifThere<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (thrown) {
    const isNowhere =
      isVaultError(thrown) &&
      ['not-a-folder', 'not-found', 'path-outside-vault', 'special-file'].includes(thrown.code);
    if (isNowhere) return undefined;
    throw thrown;
  }
}

function typeOf(stat: Stat | undefined): Found['type'] {
  if (stat === undefined) return 'nothing';
  return stat.type === 'folder' ? 'folder' : 'file';
}

function toNames(parts: readonly string[]): string[] {
  return parts
    .join('/')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
