import { toRecord } from '../../../kit/records.ts';
import { type PropertyType, toPropertyType } from './facts/property-kinds.ts';
import { type Bookmark, toBookmarks } from './links/bookmarks.ts';
import { createExclusion } from './links/excluded.ts';

/** Reads a JSON file of the vault's configuration folder; undefined when there is none. */
export type ReadConfig = (name: string) => unknown;

export interface VaultSettings {
  readonly newLinkFormat: 'shortest' | 'relative' | 'absolute';
  readonly useMarkdownLinks: boolean;
  readonly alwaysUpdateLinks: boolean;
  readonly newFileLocation: 'root' | 'current' | 'folder';
  readonly newFileFolderPath: string;
  /** `/` is the root, `./x` is in the folder of the note. */
  readonly attachmentFolderPath: string;
  readonly trashOption: 'system' | 'local' | 'none';
  readonly showUnsupportedFiles: boolean;
  /** True for files that search, counts and bases leave out. */
  readonly isExcluded: (path: string) => boolean;
  /** Types of properties by folded name. */
  readonly types: ReadonlyMap<string, PropertyType>;
  readonly templates: {
    readonly folder: string;
    readonly dateFormat: string;
    readonly timeFormat: string;
  };
  readonly uniqueNotes: {
    readonly folder: string;
    readonly format: string;
    readonly template: string;
  };
  readonly bookmarks: readonly Bookmark[];
  /** Paths of bookmarked files, in any group. */
  readonly starred: ReadonlySet<string>;
}

/** What the vault's own settings say about its notes. Missing, empty and broken files mean defaults. */
export function readSettings(read: ReadConfig): VaultSettings {
  const app = toRecord(read('app.json'));
  const templates = toRecord(read('templates.json'));
  const unique = toRecord(read('zk-prefixer.json'));
  const bookmarks = toBookmarks(read('bookmarks.json'));
  return {
    newLinkFormat: oneOf(app.newLinkFormat, ['shortest', 'relative', 'absolute']),
    useMarkdownLinks: app.useMarkdownLinks === true,
    alwaysUpdateLinks: app.alwaysUpdateLinks === true,
    newFileLocation: oneOf(app.newFileLocation, ['root', 'current', 'folder']),
    newFileFolderPath: toText(app.newFileFolderPath, ''),
    attachmentFolderPath: toText(app.attachmentFolderPath, '/'),
    trashOption: oneOf(app.trashOption, ['system', 'local', 'none']),
    showUnsupportedFiles: app.showUnsupportedFiles === true,
    isExcluded: createExclusion(toTexts(app.userIgnoreFilters)),
    types: toTypes(toRecord(read('types.json')).types),
    templates: {
      folder: toText(templates.folder, ''),
      dateFormat: toText(templates.dateFormat, 'YYYY-MM-DD'),
      timeFormat: toText(templates.timeFormat, 'HH:mm'),
    },
    uniqueNotes: {
      folder: toText(unique.folder, ''),
      format: toText(unique.format, 'YYYYMMDDHHmm'),
      template: toText(unique.template, ''),
    },
    bookmarks,
    starred: new Set(bookmarks.flatMap(starredIn)),
  };
}

/** Settings that are read once, and again after `reload`. */
export interface LiveSettings {
  readonly current: VaultSettings;
  /** Reads again when one of the paths is a settings file; true when it was. */
  reload(paths: Iterable<string>): boolean;
}

export function createLiveSettings(read: ReadConfig, folder = '.obsidian'): LiveSettings {
  let current = readSettings(read);
  return {
    get current() {
      return current;
    },
    reload(paths) {
      const files = new Set(settingsFiles.map((name) => `${folder}/${name}`));
      for (const path of paths) {
        if (!files.has(path) && path !== folder) continue;
        current = readSettings(read);
        return true;
      }
      return false;
    },
  };
}

const settingsFiles = [
  'app.json',
  'bookmarks.json',
  'templates.json',
  'types.json',
  'zk-prefixer.json',
];

function starredIn(bookmark: Bookmark): string[] {
  if (bookmark.type === 'group') return bookmark.items.flatMap(starredIn);
  return bookmark.type === 'file' ? [bookmark.path] : [];
}

function toTypes(raw: unknown): Map<string, PropertyType> {
  const types = new Map<string, PropertyType>();
  for (const [name, written] of Object.entries(toRecord(raw))) {
    const type = toPropertyType(written);
    if (type !== undefined) types.set(name.toLowerCase(), type);
  }
  return types;
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Blank settings mean the default. */
function toText(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
}

function oneOf<T extends string>(value: unknown, [first, ...rest]: [T, ...T[]]): T {
  return rest.find((one) => one === value) ?? first;
}
