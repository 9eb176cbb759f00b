import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { isNote, isWithin, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { Call } from '../operation.ts';

/** Which notes are meant: those that fit everything that is said. */
export const noteChoice = z.strictObject({
  query: z
    .string()
    .min(1)
    .nullish()
    .describe('A Dataview query; the notes of its rows.')
    .meta({ short: 'Dataview.' }),
  tag: z
    .string()
    .min(1)
    .nullish()
    .describe('Notes with this tag, or one below it.')
    .meta({ short: 'Or one below it.' }),
  folder: vaultPath.nullish().describe('Notes below this folder.').meta({ short: '' }),
  text: z
    .string()
    .min(1)
    .nullish()
    .describe('Notes in which this text stands, in any case.')
    .meta({ short: 'In any case.' }),
});
type NoteChoice = z.output<typeof noteChoice>;

/** The notes that are meant and the caller may read, by path. */
export async function chooseNotes(call: Call, choice: NoteChoice): Promise<VaultPath[]> {
  const { query, tag, folder, text } = choice;
  if (!query && !tag && !text && folder == null) throw nothingSaid();
  const lists: (readonly string[])[] = [];
  if (query) lists.push(await askPaths(call, query));
  if (tag) lists.push(await askPaths(call, `LIST FROM #${tag.replace(/^#/, '')}`));
  if (text) lists.push(await searchPaths(call, text));
  if (folder != null) lists.push(await listPaths(call));
  const [first = [], ...others] = lists.map((list) => new Set(list));
  return [...first]
    .filter((path) => isNote(path) && others.every((list) => list.has(path)))
    .filter((path) => folder == null || isWithin(path, folder))
    .sort()
    .map((path) => parseVaultPath(path));
}

async function askPaths({ queries, signal }: Call, text: string): Promise<string[]> {
  const options = { format: 'paths', rowsMax: limits.queryRowsMax, signal } as const;
  const reply = await queries.ask({ kind: 'dql', text }, options);
  if (reply.isTruncated) throw tooMany();
  return (reply.text ?? '').split('\n').filter((path) => path !== '');
}

async function searchPaths(call: Call, text: string): Promise<string[]> {
  const { searchText } = await call.texts();
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { terms: [text], subject: 'text', matchesMax: 1, limit: 1000 } as const;
    const page = await searchText({ ...query, ...(cursor !== undefined && { cursor }) });
    for (const { path } of page.hits) found.push(path);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

async function listPaths({ listed }: Call): Promise<string[]> {
  return (await listed()).notesBelow('');
}

function nothingSaid(): VaultError {
  return new VaultError('invalid-input', 'It is not said which notes are meant.', {
    hint: 'Give a query, a tag, a folder or a text; or a list of edits, each with its path.',
  });
}

function tooMany(): VaultError {
  return new VaultError('too-large', 'The query has more rows than can be edited at once.', {
    hint: 'Narrow it down, by a folder for instance, and edit in several steps.',
  });
}
