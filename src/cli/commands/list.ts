import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { toSize } from '../numbers.ts';
import { toAge } from '../times.ts';

interface File {
  readonly path: string;
  readonly size: number;
  readonly mtime: string;
}

export const listCommand = defineCommand({
  name: 'list',
  group: 'notes',
  brief: 'files of the vault',
  summary: 'List the files of the vault.',
  args: [{ name: 'FOLDER', summary: 'Where to begin.', isOptional: true, kind: 'folder' }],
  flags: {
    ext: { type: 'string', value: 'EXT', summary: 'Only files with this ending; md for notes.' },
    flat: { type: 'boolean', summary: 'Do not go into folders below.' },
    long: { type: 'boolean', short: 'l', summary: 'With size and time.' },
    limit: { type: 'number', value: 'N', summary: 'At most so many.' },
    orphans: { type: 'boolean', summary: 'Notes to which nothing links.' },
    'dead-ends': { type: 'boolean', summary: 'Notes that link to nothing.' },
  },
  examples: [
    ['vaultd list Projects --ext md', 'the notes of a folder'],
    ['vaultd list -l --json | jq', 'everything, for a program'],
  ],
  async run(context, { args: [folder = ''], flags }) {
    const { out } = context;
    if (flags.orphans || flags['dead-ends']) {
      await listLonely(context, flags.orphans ? 'ListOrphans' : 'ListDeadEnds', flags.limit);
      return;
    }
    const params = { folder: folder.replace(/\/+$/, ''), ext: flags.ext, recursive: !flags.flat };
    const files = await listAll(context, params, flags.limit ?? Number.POSITIVE_INFINITY);
    if (out.isJson) {
      out.json(files);
      return;
    }
    out.page();
    const link = await context.linker();
    if (!flags.long) for (const { path } of files) out.line(link(path));
    else {
      const rows = files.map(({ path, size, mtime }) => [link(path), toSize(size), toAge(mtime)]);
      out.table([{ isFlexible: true }, { align: 'right' }, { align: 'right' }], rows);
    }
  },
});

async function listLonely(
  { out, call }: Context,
  method: string,
  limit: number | undefined,
): Promise<void> {
  const { notes } = await call<{ notes: string[] }>(method, limit === undefined ? {} : { limit });
  if (out.isJson) out.json(notes);
  else for (const path of notes) out.line(path);
}

async function listAll(
  { call }: Context,
  params: Readonly<Record<string, unknown>>,
  limit: number,
): Promise<File[]> {
  const files: File[] = [];
  let cursor: string | undefined;
  do {
    const page = await call<{ files: File[]; cursor?: string }>('ListFiles', {
      ...params,
      ...(limit - files.length < 1000 && { limit: limit - files.length }),
      ...(cursor !== undefined && { cursor }),
    });
    files.push(...page.files);
    cursor = page.cursor;
  } while (cursor !== undefined && files.length < limit);
  return files;
}
