import { isHidden, isNote, nameOf } from '../../../../contract/paths.ts';
import type { Stat } from '../../../store/vault/stat.ts';
import {
  type ContentStat,
  contentAt,
  entriesEach,
  packContents,
  type StatBlock,
} from '../../../store/vault/stat-block.ts';
import { mayHaveData } from '../facts/summary.ts';
import { type FileStat, type IndexStat, isSameFile, toFileStat } from '../file-entry.ts';
import { joinStrings, splitStrings, toBytes, toFloats, toInts } from './packed-strings.ts';

/** A file as the index knows it. */
export interface PlacedFile {
  readonly path: string;
  readonly stat: FileStat;
  readonly hasData: boolean;
}

/** An entry of the vault, as it is listed. */
export interface ListedFile {
  readonly path: string;
  readonly stat: IndexStat & Pick<Stat, 'type'>;
}

/** A folder of the vault. */
export interface ListedFolder {
  readonly path: string;
  readonly folder: {
    /** Its entries, in any order. */
    readonly entries: Iterable<readonly [name: string, stat: ListedFile['stat']]>;
    /** The same as they were seen in a first look, those with a dot in their names, unless they are unpacked. */
    readonly packed?:
      | readonly { readonly names: readonly string[]; readonly stats: StatBlock }[]
      | undefined;
  };
}

/** What a snapshot is missing, and has too much. */
export interface Difference {
  /** Files that are to be read. */
  readonly unread: readonly string[];
  /** Notes that are gone or have other texts. */
  readonly stale: readonly string[];
}

/** Some files of one folder by name, and what they were. */
interface Place {
  /** With slashes in between. */
  readonly names: string;
  readonly contents: Float64Array;
}

/** Files that were written this shortly before the snapshot are read again: clocks are coarse. */
export const doubtMs = 2000;

/** Files that are packed before others work. */
const filesBetween = 1000;

export interface PlaceOptions<File> {
  readonly nowMs: number;
  /** Whether the text of a note is kept too. */
  readonly hasText: (file: File) => boolean;
  /** Lets others work. */
  readonly pause: () => Promise<void>;
}

/** What a file was, if nothing of it has to be read again. */
function savedStat<File extends PlacedFile>({
  nowMs,
  hasText,
}: Pick<PlaceOptions<File>, 'nowMs' | 'hasText'>): (file: File) => ContentStat | undefined {
  return (file) => {
    const isKnown = isNote(file.path) ? hasText(file) : file.hasData || !mayHaveData(file.path);
    return isKnown && file.stat.mtime < nowMs - doubtMs ? file.stat : undefined;
  };
}

/** Folders, names, how many, what they were. */
export const placeParts = 4;

/**
 * Where files are, in the form in which a first look sees them: a folder in which nothing has
 * changed is known by two comparisons of memory. What has to be read anyway looks like nothing.
 */
export async function packPlaces<File extends PlacedFile>(
  files: Iterable<File>,
  options: PlaceOptions<File>,
): Promise<Buffer[]> {
  const { pause } = options;
  const byFolder = new Map<string, File[]>();
  let work = 0;
  for (const file of files) {
    if (++work % filesBetween === 0) await pause();
    const folder = parentIn(file.path);
    const inside = byFolder.get(folder);
    if (inside === undefined) byFolder.set(folder, [file]);
    else inside.push(file);
  }
  const stat = savedStat(options);
  const folders: string[] = [];
  const names: string[] = [];
  const contents: Float64Array[] = [];
  for (const [folder, inside] of byFolder) {
    const seen = inside.filter(({ path }) => nameOf(path).includes('.'));
    seen.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (let from = 0; from < seen.length; from += entriesEach) {
      const some = seen.slice(from, from + entriesEach);
      folders.push(folder);
      names.push(some.map(({ path }) => nameOf(path)).join('/'));
      contents.push(packContents(some.map(stat)));
      work += some.length;
      if (work > filesBetween) {
        work = 0;
        await pause();
      }
    }
  }
  const lengths = Int32Array.from(contents, ({ length }) => length);
  return [
    joinStrings(folders),
    joinStrings(names),
    toBytes(lengths),
    Buffer.concat(contents.map(toBytes)),
  ];
}

/** Opens what `packPlaces` made; undefined when parts are missing. */
export function openPlaces(parts: readonly (Buffer | undefined)[]): SavedPlaces | undefined {
  const [folders, names, lengths, contents] = parts;
  if (!folders || !names || !lengths || !contents) return undefined;
  const byFolder = new Map<string, Place[]>();
  const [paths, lists, numbers] = [foldersOf(folders), splitStrings(names), toFloats(contents)];
  let at = 0;
  for (const [i, length] of toInts(lengths).entries()) {
    const place = { names: lists[i] ?? '', contents: numbers.subarray(at, at + length) };
    at += length;
    const path = paths[i] ?? '';
    const others = byFolder.get(path);
    if (others === undefined) byFolder.set(path, [place]);
    else others.push(place);
  }
  return new SavedPlaces(byFolder);
}

/** The place of files at the top is an empty path, which alone looks like no path. */
function foldersOf(folders: Buffer): string[] {
  return folders.length === 0 ? [''] : splitStrings(folders);
}

export class SavedPlaces {
  private readonly byFolder: ReadonlyMap<string, readonly Place[]>;

  constructor(byFolder: ReadonlyMap<string, readonly Place[]>) {
    this.byFolder = byFolder;
  }

  /** Compares with what is there. */
  compare(folders: Iterable<ListedFolder>): Difference {
    const difference = { unread: [] as string[], stale: [] as string[] };
    const gone = new Map(this.byFolder);
    for (const { path, folder } of folders) {
      if (isHidden(path)) continue;
      const places = gone.get(path) ?? [];
      gone.delete(path);
      const { packed } = folder;
      if (packed === undefined || !isSame(places, packed)) {
        compareEach(path, places, folder.entries, difference);
      }
    }
    for (const [path, places] of gone) compareEach(path, places, [], difference);
    return difference;
  }
}

function isSame(
  places: readonly Place[],
  packed: NonNullable<ListedFolder['folder']['packed']>,
): boolean {
  if (places.length !== packed.length) return false;
  return places.every(({ names, contents }, i) => {
    const other = packed[i];
    if (other === undefined || other.names.join('/') !== names) return false;
    return toBytes(contents).equals(toBytes(other.stats.contents));
  });
}

interface Comparison {
  readonly unread: string[];
  readonly stale: string[];
}

function compareEach(
  folder: string,
  places: readonly Place[],
  entries: ListedFolder['folder']['entries'],
  { unread, stale }: Comparison,
): void {
  const left = new Map<string, ContentStat | undefined>();
  for (const { names, contents } of places) {
    for (const [i, name] of names.split('/').entries()) left.set(name, contentAt(contents, i));
  }
  const inFolder = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  for (const [name, stat] of entries) {
    if (stat.type !== 'file' || !mayHaveData(name) || isHidden(name)) continue;
    const known = left.get(name);
    const isSame = known !== undefined && isSameFile(known, toFileStat(stat));
    if (isSame) left.delete(name);
    else unread.push(inFolder(name));
  }
  for (const name of left.keys()) if (isNote(name)) stale.push(inFolder(name));
}

function parentIn(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
