import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { EntryType } from '../../contract/events.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { findNameIn } from '../../engine/knowledge/known.ts';
import type { View } from '../../engine/view.ts';
import { defineOperation } from '../operation.ts';

export const noteResolve = defineOperation({
  name: 'note.resolve',
  summary: 'The path of the note that a name refers to.',
  access: 'read',
  at: { local: 'ResolveName' },
  input: z.object({
    name: z.string().min(1).describe('A path, a name without its extension, or a wikilink.'),
    source: z.string().nullish().describe('The note that contains the name as a link.'),
    aliases: z.boolean().nullish().describe('Whether aliases count. Default: true.'),
  }),
  output: z.object({ path: z.string(), by: z.enum(['path', 'name', 'alias']) }),
  fails: ['invalid-input', 'not-found'],
  async run(call, { name, source, aliases }) {
    // Most often a path is given, and then nothing has to be known of the other notes.
    const type = typeAt(call, name);
    if (name.endsWith('.md') && type !== undefined && type !== 'folder')
      return { path: name, by: 'path' as const };
    const linked = source ? (await call.known()).pages.resolve(name, source) : undefined;
    if (linked !== undefined) return { path: linked, by: 'name' as const };
    const query = { kind: 'name', text: name, byAlias: aliases !== false } as const;
    const answer = await findNameIn(call, query);
    if (answer.found !== undefined) return { path: answer.found, by: answer.resolvedBy };
    if ('matches' in answer) throw ambiguous(name, answer);
    throw type === 'folder' ? isFolder(name) : unknownName(name, answer.suggestions);
  },
});

function typeAt({ vault }: View, name: string): EntryType | undefined {
  try {
    return vault.stat(parseVaultPath(name))?.type;
  } catch {
    return undefined;
  }
}

function isFolder(name: string): VaultError {
  return new VaultError('not-found', `${JSON.stringify(name)} is a folder, not a note.`, {
    hint: `Name a note in it; to name the folder itself, write ${JSON.stringify(`${name}/`)}.`,
    data: { suggestions: [] },
  });
}

function unknownName(name: string, suggestions: readonly string[]): VaultError {
  return new VaultError('not-found', `No note is called ${JSON.stringify(name)}.`, {
    hint:
      suggestions.length === 0
        ? 'Check the name, or search for a word in the note.'
        : `Did you mean ${suggestions.map((path) => JSON.stringify(path)).join(' or ')}?`,
    data: { suggestions },
  });
}

function ambiguous(
  name: string,
  { matches, total }: { readonly matches: readonly string[]; readonly total: number },
): VaultError {
  return new VaultError('invalid-input', `${total} notes are called ${JSON.stringify(name)}.`, {
    hint: `Use the path of one of them:\n${matches.map((path) => `  ${path}`).join('\n')}`,
    reason: 'ambiguous-name',
    data: { matches, total },
  });
}
