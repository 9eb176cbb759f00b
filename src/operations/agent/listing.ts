import * as z from 'zod';
import { nameOf } from '../../contract/paths.ts';
import { oneLine, toOneLine } from '../../kit/one-line.ts';
import { notice } from './shapes.ts';

export const noteEntry = z.object({
  path: z.string(),
  type: z.enum(['file', 'directory']),
  truncated: z.literal(true).optional().describe('Not looked into: it lies at the last level.'),
});

export const noteListing = z.object({
  path: z.string(),
  entries: z.array(noteEntry),
  totals: z.object({
    entries: z.number().int(),
    files: z.number().int(),
    directories: z.number().int(),
  }),
  appliedFilters: z.object({
    depth: z.number().int(),
    extension: z.string().optional(),
    nameRegex: z.string().optional(),
  }),
  excluded: z
    .object({ reason: z.literal('entry_cap'), cap: z.number().int(), hint: z.string() })
    .optional(),
  notice,
});
export type NoteListing = z.output<typeof noteListing>;

/** A listing as a tree of box lines. */
export function sayTree({ path, entries, totals, appliedFilters, excluded }: NoteListing): string {
  const { depth, extension, nameRegex } = appliedFilters;
  const filters = [
    ...(extension === undefined ? [] : [oneLine`extension=\`${extension}\``]),
    ...(nameRegex === undefined ? [] : [oneLine`nameRegex=\`${nameRegex}\``]),
  ];
  const counts = `${count(totals.entries, 'entry', 'entries')} · ${count(totals.files, 'file', 'files')}, ${count(totals.directories, 'directory', 'directories')}`;
  const header = oneLine`**${path === '' ? '(vault root)' : path}** — ${counts} · depth=${depth}`;
  const title = filters.length === 0 ? header : `${header} · filters: ${filters.join(', ')}`;
  const body =
    entries.length === 0
      ? '_(empty)_'
      : `Names that end in / are directories, all others are files.\n\`\`\`\n${drawTree(entries).join('\n')}\n\`\`\``;
  const tail =
    excluded === undefined
      ? ''
      : `\n\n_Excluded: ${excluded.reason} (cap=${excluded.cap}). ${excluded.hint}_`;
  return `${title}\n\n${body}${tail}`;
}

function drawTree(entries: NoteListing['entries']): string[] {
  const top = Math.min(...entries.map(({ path }) => levelOf(path)));
  /** Whether the entry's folder goes on below, for each level on the way to the current line. */
  const goesOn: boolean[] = [];
  return entries.map(({ path, type, truncated }, index) => {
    const level = levelOf(path) - top;
    goesOn[level] = hasSibling(entries, index);
    const rails = goesOn.slice(0, level).map((more) => (more ? '│   ' : '    '));
    const branch = goesOn[level] ? '├── ' : '└── ';
    const name = toOneLine(type === 'directory' ? `${nameOf(path)}/` : nameOf(path));
    const note = truncated === true ? ' [truncated — pass deeper `depth` to expand]' : '';
    return rails.join('') + branch + name + note;
  });
}

/** True when a later entry stands in the same folder, before the listing leaves that folder. */
function hasSibling(entries: NoteListing['entries'], index: number): boolean {
  const level = levelOf(entries[index]?.path ?? '');
  for (let next = index + 1; next < entries.length; next++) {
    const other = levelOf(entries[next]?.path ?? '');
    if (other === level) return true;
    if (other < level) return false;
  }
  return false;
}

function levelOf(path: string): number {
  return path.split('/').length;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
