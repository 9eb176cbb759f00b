import * as z from 'zod';
import { isVaultError, VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isHidden, joinPath, nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';
import { nearest } from '../../kit/nearest.ts';
import { type Call, defineOperation } from '../operation.ts';
import { type noteEntry, noteListing, sayTree } from './listing.ts';
import { createNameFilter, type NameFilter } from './name-filter.ts';
import { didYouMean, parseNotePath } from './target.ts';

export const agentList = defineOperation({
  name: 'agent.list',
  summary: `List files and folders, at most ${limits.listEntriesMax} entries. To find notes by content, tag or property use obsidian_search_notes.`,
  access: 'read',
  at: { mcp: 'obsidian_list_notes' },
  input: z.strictObject({
    path: z.string().optional().describe('Folder; the root when left out.'),
    extension: z.string().optional().describe('Such as "md".'),
    nameRegex: z
      .string()
      .optional()
      .describe('Only matching names; other folders are not entered.'),
    depth: z.number().int().min(1).max(limits.listDepthMax).default(2).describe('Levels to list.'),
  }),
  output: noteListing,
  fails: ['forbidden', 'invalid-input', 'not-a-folder', 'not-found', 'path-outside-vault'],

  async run(call, input) {
    const byName = createNameFilter(call, input.nameRegex);
    const folder = requireFolder(call, input.path ?? '');
    const extension = toExtension(input.extension);
    const walked = await walk(call, folder, { byName, extension, depth: input.depth });
    const files = walked.entries.filter(({ type }) => type === 'file').length;
    const { entries } = walked;
    return {
      path: input.path ?? '',
      entries,
      totals: { entries: entries.length, files, directories: entries.length - files },
      appliedFilters: {
        depth: input.depth,
        ...(extension !== undefined && { extension }),
        ...(input.nameRegex !== undefined && { nameRegex: input.nameRegex }),
      },
      ...(walked.isCut && {
        excluded: cut,
        notice: `Only the first ${cut.cap} entries. ${cut.hint}`,
      }),
      ...(entries.length === 0 && {
        notice: 'The folder is empty, or the filters matched nothing.',
      }),
    };
  },
  say: sayTree,
});

const cut = {
  reason: 'entry_cap' as const,
  cap: limits.listEntriesMax,
  hint: 'Narrow the listing with path, extension, nameRegex or a smaller depth.',
};

interface Filters {
  readonly byName: NameFilter;
  readonly extension: string | undefined;
  readonly depth: number;
}

type Entry = z.output<typeof noteEntry>;

/** Depth first, folders and files mixed, in the order of their names. */
async function walk(
  call: Call,
  start: VaultPath,
  filters: Filters,
): Promise<{ entries: Entry[]; isCut: boolean }> {
  const entries: Entry[] = [];
  let isCut = false;
  const enter = async (folder: VaultPath, level: number): Promise<void> => {
    for (const { path, isFolder } of await listLevel(call, folder, filters)) {
      if (entries.length === limits.listEntriesMax) isCut = true;
      if (isCut) return;
      const isLast = isFolder && level === filters.depth;
      entries.push({
        path,
        type: isFolder ? 'directory' : 'file',
        ...(isLast && { truncated: true as const }),
      });
      if (isFolder && !isLast) await enter(path, level + 1);
    }
  };
  await enter(start, 1);
  return { entries, isCut };
}

async function listLevel(
  { vault, signal }: Call,
  folder: VaultPath,
  { byName, extension }: Filters,
) {
  signal.throwIfAborted();
  const found = listOrNothing(vault, folder)
    .filter(({ name }) => !name.startsWith('.'))
    .map(({ name, stat }) => ({
      name,
      path: joinPath(folder, name),
      isFolder: stat.type === 'folder',
    }));
  const named = await byName(found.map(({ name }) => name));
  return found
    .filter(({ name, isFolder }, index) => {
      const fits = isFolder || extension === undefined || name.toLowerCase().endsWith(extension);
      return named[index] === true && fits;
    })
    .sort((a, b) => compare(sortKey(a), sortKey(b)));
}

/** A folder that vanished while we walked is skipped. */
function listOrNothing(vault: Call['vault'], folder: VaultPath) {
  try {
    return vault.list(folder);
  } catch (thrown) {
    if (isVaultError(thrown) && thrown.code === 'not-found') return [];
    throw thrown;
  }
}

function requireFolder(call: Call, raw: string): VaultPath {
  const path = parseFolderPath(call, raw);
  const stat = isHidden(path) ? undefined : call.vault.stat(path);
  if (stat === undefined) {
    const suggestions = nearFolders(call, path);
    const meant = didYouMean(suggestions);
    throw new VaultError('not-found', `Directory not found: ${path}${meant && ` ${meant}`}`, {
      path: raw,
      reason: 'folder-missing',
      hint: 'List the parent folder to see what there is.',
      data: suggestions.length === 0 ? {} : { suggestions },
    });
  }
  if (stat.type === 'folder') return path;
  throw new VaultError('not-a-folder', `${path} is a file, not a directory.`, {
    path: raw,
    reason: 'path-is-file',
    hint: 'Read it, or list its folder.',
  });
}

/** Folders with names like that of one that is not there, next to where it would be. */
function nearFolders({ vault, policy }: Call, path: VaultPath): string[] {
  const parent = parentOf(path);
  if (!policy.mayList(parent)) return [];
  const folders = listOrNothing(vault, parent)
    .filter(({ name, stat }) => stat.type === 'folder' && !name.startsWith('.'))
    .map(({ name }) => name);
  const near = nearest(nameOf(path), folders, limits.suggestionsMax);
  return near.map((name) => joinPath(parent, name));
}

/** A folder may be listed when it only leads to something readable, so reading is not asked for. */
function parseFolderPath({ policy }: Call, raw: string): VaultPath {
  const open = { ...policy, requireRead: (path: string) => policy.requireList(path) };
  return parseNotePath({ policy: open }, raw);
}

function toExtension(extension: string | undefined): string | undefined {
  const bare = extension?.trim().toLowerCase().replace(/^\.+/, '');
  return bare === undefined || bare === '' ? undefined : `.${bare}`;
}

function sortKey({ name, isFolder }: { name: string; isFolder: boolean }): string {
  return isFolder ? `${name}/` : name;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
