import { z } from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { View } from '../../engine/engine.ts';
import { defineOperation } from '../operation.ts';
import { cleanName, findByName, suggest } from './names.ts';

export const noteResolve = defineOperation({
  name: 'note.resolve',
  summary: 'The path of the note that a name means.',
  access: 'read',
  at: { local: 'ResolveName' },
  input: z.object({
    name: z.string().min(1).describe('A path, a name without its ending, or a wikilink.'),
    source: z.string().nullish().describe('The note that the name stands in.'),
  }),
  output: z.object({ path: z.string(), by: z.enum(['path', 'name', 'alias']) }),
  fails: ['invalid-input', 'not-found'],
  run({ vault }, { name }) {
    const wanted = cleanName(name);
    const exact = findPath(vault, wanted);
    if (exact !== undefined) return { path: exact, by: 'path' as const };
    const files = [...vault.walk(rootPath, { recursive: true })]
      .filter(({ stat }) => stat.type !== 'folder')
      .map(({ path }) => path);
    const matches = findByName(files, wanted);
    const [only] = matches;
    if (only !== undefined && matches.length === 1) return { path: only, by: 'name' as const };
    throw only === undefined ? unknownName(wanted, files) : ambiguous(wanted, matches);
  },
});

/** A path as it stands, or with the ending of a note; composed and decomposed letters are the same. */
function findPath(vault: View['vault'], wanted: string): VaultPath | undefined {
  const hasEnding = /\.[A-Za-z0-9]{1,8}$/.test(wanted);
  if (!wanted.includes('/') && !hasEnding) return undefined;
  for (const form of [wanted, wanted.normalize('NFD')]) {
    for (const text of hasEnding ? [form, `${form}.md`] : [`${form}.md`, form]) {
      const path = parseVaultPath(text.replace(/^\/+/, ''));
      const stat = vault.stat(path);
      if (stat !== undefined && stat.type !== 'folder') return path;
    }
  }
  return undefined;
}

function unknownName(name: string, files: readonly VaultPath[]): VaultError {
  const suggestions = suggest(files, name);
  return new VaultError('not-found', `No note is called ${JSON.stringify(name)}.`, {
    hint:
      suggestions.length === 0
        ? 'Check the name, or search for a word in the note.'
        : `Did you mean ${suggestions.map((path) => JSON.stringify(path)).join(' or ')}?`,
    data: { suggestions },
  });
}

function ambiguous(name: string, matches: readonly VaultPath[]): VaultError {
  const shown = matches.slice(0, limits.matchesShownMax);
  return new VaultError(
    'invalid-input',
    `${matches.length} notes are called ${JSON.stringify(name)}.`,
    {
      hint: `Use the path of one of them:\n${shown.map((path) => `  ${path}`).join('\n')}`,
      reason: 'ambiguous',
      data: { matches: shown, total: matches.length },
    },
  );
}
