import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isNote } from '../../contract/paths.ts';
import type { Known } from '../../engine/knowledge/known.ts';
import type { LoggedChange } from '../../engine/watch/change-log.ts';
import { createPace } from '../../kit/pace.ts';
import { type Call, defineOperation } from '../operation.ts';
import { unixMs } from '../shapes.ts';

const noteShape = z.object({
  path: z.string(),
  mtime: unixMs,
  size: z.int(),
  hash: z.string().optional().describe('SHA-256 of the bytes; absent when the note is no UTF-8.'),
  tags: z.array(z.string()).readonly().describe('With "#", each once.'),
  aliases: z.array(z.string()).readonly(),
  headings: z.array(z.object({ level: z.int(), text: z.string() })).readonly(),
  properties: z.record(z.string(), z.unknown()),
  links: z
    .array(
      z.object({
        target: z.string().describe('As it is written.'),
        path: z.string().optional().describe('Where it leads; absent when it leads nowhere.'),
        embed: z.literal(true).optional(),
      }),
    )
    .readonly()
    .describe('Of properties, then of the text, then embeds.'),
  partial: z.literal(true).optional().describe('It is too large for a reply: read the note.'),
});

type NoteShape = z.output<typeof noteShape>;

/** Where a page begins: after a path, as part of an answer that began at a cursor. */
interface Place {
  readonly cursor: string;
  readonly path: string;
}

export const vaultMetadata = defineOperation({
  name: 'vault.metadata',
  summary: 'The metadata of every note, or of notes that changed after a cursor, page by page.',
  access: 'read',
  at: { remote: 'vault.metadata' },
  input: z.object({
    since: z.string().nullish().describe('A cursor: only what changed after it.'),
    after: z.string().nullish().describe('The "next" of the previous page.'),
    limit: z.int().min(1).max(limits.metadataNotesMax).nullish(),
  }),
  output: z.object({
    notes: z.array(noteShape),
    removed: z.array(z.string()).describe('Paths that went, to be dropped first, with all below.'),
    cursor: z
      .string()
      .describe('Ask with it later for what changed since; on every page the same.'),
    next: z.string().optional().describe('There is more: the "after" of the next page.'),
    reset: z.boolean().describe('The cursor is too old: ask without it.'),
  }),
  async run(call, { since, after, limit }) {
    const place = after ? parsePlace(after) : undefined;
    // The cursor comes first: what changes from here on is reported again, and nothing is missed.
    const cursor = place?.cursor ?? (await call.changes.cursor());
    const max = limit ?? limits.metadataNotesMax;
    const changed = since ? await call.changes.since(since, limits.changesLoggedMax) : undefined;
    const known = await call.known();
    const from = place?.path ?? '';
    if (!since) {
      const page = await takePage(call, known, known.notesAfter(from), max);
      return { ...toPage(page, cursor), removed: [], reset: false };
    }
    if (changed === undefined) return { notes: [], removed: [], cursor, reset: true };
    const { paths, removed } = sortOut(known, changed.changes);
    const rest = [...paths].sort().filter((path) => path > from);
    const page = await takePage(call, known, rest, max);
    return { ...toPage(page, cursor), removed: place ? [] : removed, reset: false };
  },
});

/** Notes that are there now, and paths that went. */
function sortOut(known: Known, changes: readonly LoggedChange[]) {
  const paths = new Set<string>();
  const removed: string[] = [];
  for (const { path, event, type } of changes) {
    if (event === 'deleted') {
      if (type === 'folder' || isNote(path)) removed.push(path);
    } else if (type === 'folder') {
      for (const note of known.notesBelow(path)) paths.add(note);
    } else if (isNote(path)) paths.add(path);
  }
  return { paths, removed };
}

interface Taken {
  readonly notes: NoteShape[];
  /** The last path, if there is more after it. */
  readonly last?: string;
}

/** As many as fit into one reply. */
async function takePage(
  { signal }: Call,
  known: Known,
  paths: Iterable<string>,
  max: number,
): Promise<Taken> {
  const pace = createPace(signal);
  const notes: NoteShape[] = [];
  let left: number = limits.pageBytesMax;
  for (const path of paths) {
    const found = known.metadata(path);
    if (found === undefined) continue;
    const bytes = Buffer.byteLength(JSON.stringify(found));
    const note = bytes > limits.pageBytesMax ? toPartial(found) : found;
    left -= bytes;
    const last = notes.at(-1)?.path;
    if (last !== undefined && (notes.length === max || left < 0)) return { notes, last };
    notes.push(note);
    if (pace.isDue()) await pace.pause();
  }
  return { notes };
}

/** What fits into no reply is left out, so that a client gets past it. */
function toPartial({ path, mtime, size, hash }: NoteShape): NoteShape {
  const none = { tags: [], aliases: [], headings: [], properties: {}, links: [] };
  return { path, mtime, size, ...(hash !== undefined && { hash }), ...none, partial: true };
}

function toPage({ notes, last }: Taken, cursor: string) {
  return { notes, cursor, ...(last !== undefined && { next: `${cursor} ${last}` }) };
}

function parsePlace(next: string): Place {
  const [, cursor, path] = /^(\S+) (.*)$/s.exec(next) ?? [];
  if (cursor === undefined || path === undefined) {
    throw new VaultError('invalid-input', '"after" is not the "next" of a page.');
  }
  return { cursor, path };
}
