import * as z from 'zod';
import { bundleLimits } from '../../contract/bundle-limits.ts';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isHidden, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { NameQuery } from '../../engine/knowledge/index/links/find-name.ts';
import { findNameIn } from '../../engine/knowledge/known.ts';
import type { Call } from '../operation.ts';

/** How a caller says which note is meant. Exactly one of the three counts. */
export const targetFields = {
  name: z
    .string()
    .min(1)
    .max(bundleLimits.nameLengthMax)
    .optional()
    .describe(
      'Name of the note without .md, or its exact path. Give exactly one of name, file and path.',
    ),
  file: z
    .string()
    .min(1)
    .max(bundleLimits.nameLengthMax)
    .optional()
    .describe('Name of the note as in a wikilink.'),
  path: z
    .string()
    .min(1)
    .max(limits.pathBytesMax)
    .optional()
    .describe('Exact path from the root of the vault, such as "Folder/Note.md".'),
};
const targetShape = z.object(targetFields);
export type NoteTarget = z.output<typeof targetShape>;

export interface LocatedNote {
  readonly path: VaultPath;
  readonly by: 'path' | 'name' | 'alias';
}

/** Aliases count for reading only: a change must name the note itself. */
export interface LocateOptions {
  readonly byAlias: boolean;
  /** What is closed to a caller does not exist for a read, and is refused to a write. */
  readonly forWriting: boolean;
}

export function readNoteTarget(given: unknown): NameQuery {
  const target = targetShape.parse(given);
  const named = (['name', 'file', 'path'] as const).flatMap((kind) => {
    const text = target[kind];
    return text === undefined ? [] : [{ kind, text }];
  });
  const [only, other] = named;
  if (only === undefined) throw targetRequired();
  if (other !== undefined) throw oneTargetOnly();
  return only;
}

/** The file that is meant, or why it is not clear. */
export async function locate(
  call: Call,
  query: NameQuery,
  { byAlias, forWriting }: LocateOptions,
): Promise<LocatedNote> {
  const path = toPath(query);
  if (path !== undefined && forWriting) {
    call.policy.requireRead(path);
    call.policy.requireWrite(path);
  }
  if (path !== undefined && isThere(call, path)) return { path, by: 'path' };
  const answer = await findNameIn(call, { ...query, byAlias });
  if (answer.found !== undefined) {
    return { path: parseVaultPath(answer.found), by: answer.resolvedBy };
  }
  if ('matches' in answer) throw ambiguous(query.text, answer);
  if (path !== undefined && isFolder(call, path)) throw notANote(path);
  throw missingNote(query.text, answer.suggestions);
}

/** What a query says when it is taken for an exact path; undefined when it is only a name. */
function toPath({ kind, text }: NameQuery): VaultPath | undefined {
  if (kind === 'file') return undefined;
  if (kind === 'path') return parseVaultPath(text);
  try {
    return parseVaultPath(text.trim());
  } catch {
    return undefined;
  }
}

/**
 * Whether this very file is there, without waiting for what is known of the others. Where the
 * system takes other spellings for the same, only the index knows how a name is written.
 */
function isThere({ vault, policy }: Call, path: VaultPath): boolean {
  const isExact = process.platform === 'linux' && /\.[^./]+$/.test(path);
  if (!isExact || isHidden(path) || !policy.mayRead(path)) return false;
  const stat = vault.stat(path);
  return stat !== undefined && stat.type !== 'folder' && !stat.special;
}

function isFolder({ vault, policy }: Call, path: VaultPath): boolean {
  return policy.mayList(path) && vault.stat(path)?.type === 'folder';
}

export function missingNote(name: string, suggestions: readonly string[] = []): VaultError {
  const meant = suggestions.map((path) => `"${path}"`).join(' or ');
  return new VaultError(
    'not-found',
    `No note named "${name}". ${meant === '' ? 'Check the name, or look for the note first.' : `Did you mean ${meant}?`}`,
    { data: { name, suggestions } },
  );
}

export function notANote(path: string): VaultError {
  return new VaultError('invalid-input', `"${path}" is a folder. Name a note inside it.`, {
    reason: 'not-a-note',
    data: { path },
  });
}

function ambiguous(
  name: string,
  { matches, total }: { readonly matches: readonly string[]; readonly total: number },
): VaultError {
  const shown = matches.slice(0, limits.suggestionsMax).map((path) => `"${path}"`);
  const more = total > shown.length ? ' and others' : '';
  return new VaultError(
    'invalid-input',
    `${total} notes are named "${name}": ${shown.join(', ')}${more}. Name one of them by its path.`,
    { reason: 'ambiguous-name', data: { name, matches, total } },
  );
}

function targetRequired(): VaultError {
  return new VaultError('invalid-input', 'Say which note is meant: give name, file or path.', {
    reason: 'target-required',
  });
}

function oneTargetOnly(): VaultError {
  return new VaultError('invalid-input', 'Give only one of name, file and path.');
}
