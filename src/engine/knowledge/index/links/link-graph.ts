import { isNote } from '../../../../contract/paths.ts';
import type { FileEntry } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import { backlinks, type MayRead } from './graph.ts';

/** Notes, and which of them link to which. */
export interface LinkGraph {
  readonly paths: string[];
  /** Pairs of places in `paths`, one after the other: from, to. Each pair once. */
  readonly edges: number[];
  /** Links that lead nowhere. */
  readonly unresolved: number;
}

/** The graph of some notes. It is a generator, so that other requests can be served in between. */
export function* linkGraph(
  index: NoteIndex,
  notes: readonly FileEntry[],
  mayRead: MayRead,
): Generator<void, LinkGraph, undefined> {
  const places = new Map(notes.map((note, at) => [note, at]));
  const edges: number[] = [];
  let unresolved = 0;
  for (const [note, from] of places) {
    const linked = new Set<number>([from]);
    for (const link of note.data?.links ?? []) {
      const target = index.follow(link, note, mayRead);
      if (target === undefined) unresolved++;
      const to = target && places.get(target);
      if (to === undefined || linked.has(to)) continue;
      linked.add(to);
      edges.push(from, to);
    }
    yield;
  }
  return { paths: notes.map(({ path }) => path), edges, unresolved };
}

/** Every note that the caller may see, by path. */
export function allNotes(index: NoteIndex, mayRead: MayRead): FileEntry[] {
  return index.files.notesInOrder().filter(({ path }) => mayRead(path));
}

/** The notes that a few links, followed either way, lead to; the one to start from comes first. */
export function notesAround(
  index: NoteIndex,
  center: FileEntry,
  depth: number,
  mayRead: MayRead,
  mayCount: MayRead,
): FileEntry[] {
  const found = new Set([center]);
  let edge = [center];
  for (let step = 0; step < depth && edge.length > 0; step++) {
    const next = new Set(edge.flatMap((note) => neighbours(index, note, mayRead)));
    edge = [...next].filter((note) => !found.has(note) && isNote(note.path) && mayCount(note.path));
    for (const note of edge) found.add(note);
  }
  return [...found];
}

function neighbours(index: NoteIndex, note: FileEntry, mayRead: MayRead): FileEntry[] {
  const out = (note.data?.links ?? []).flatMap((link) => index.follow(link, note, mayRead) ?? []);
  const back = backlinks(index, note.path, mayRead).flatMap(
    ({ path }) => index.files.get(path) ?? [],
  );
  return [...out, ...back];
}
