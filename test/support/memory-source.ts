import { toRawItems } from '../../src/engine/knowledge/query/page/raw-items.ts';
import { pageTags, withAncestors } from '../../src/engine/knowledge/query/page/tags.ts';
import type {
  Page,
  PageSource,
  RawField,
  RawLink,
} from '../../src/engine/knowledge/query/source.ts';
import { toLink } from '../../src/engine/knowledge/query/values/link.ts';
import { displayText } from '../../src/engine/text/markdown/links.ts';
import type { Link, Note } from '../../src/engine/text/markdown/note.ts';
import { scanNote } from '../../src/engine/text/markdown/scan.ts';

export interface MemoryFile {
  readonly text: string;
  readonly size?: number;
  readonly ctimeMs?: number;
  readonly mtimeMs?: number;
  readonly isStarred?: boolean;
}

/** A vault of texts as a source of pages: everything by looking at everything. */
export function memorySource(files: Readonly<Record<string, MemoryFile | string>>): PageSource {
  const paths = Object.keys(files).sort();
  const fileAt = (path: string): MemoryFile | undefined => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return typeof file === 'string' ? { text: file } : file;
  };
  const pages = new Map<string, Page>();
  for (const path of paths.filter((name) => /\.md$/i.test(name))) {
    const {
      text,
      size,
      ctimeMs = 0,
      mtimeMs = 0,
      isStarred = false,
    } = fileAt(path) ?? { text: '' };
    const stat = { path, size: size ?? Buffer.byteLength(text), ctimeMs, mtimeMs, isStarred };
    pages.set(
      path,
      toPage(stat, scanNote(text), () => text),
    );
  }
  const all = [...pages.values()];
  const resolve = (link: string, from: string) => resolveLink(link, from, paths);
  const targets = ({ path, links }: Page) =>
    links.map(({ target }) => {
      const { path: written } = toLink(target);
      return { written, file: resolve(written, path) };
    });
  return {
    linkEpoch: 0,
    pageCount: all.length,
    pages: () => all,
    page: (path) => pages.get(path),
    pagesWithTag: (tag) =>
      all.filter((page) =>
        withAncestors(pageTags(page)).some((own) => own.toLowerCase() === tag.toLowerCase()),
      ),
    pagesInFolder: (folder) =>
      paths.some((path) => path.startsWith(`${folder}/`))
        ? all.filter(({ path }) => path.startsWith(`${folder}/`))
        : undefined,
    pagesLinkingTo: (path) => all.filter((page) => targets(page).some(({ file }) => file === path)),
    pagesMissing: (target) =>
      all.filter((page) =>
        targets(page).some(({ written, file }) => file === undefined && written === target),
      ),
    filesLinkedFrom: (path) => {
      const page = pages.get(path);
      if (page === undefined) return undefined;
      const { frontmatterLinks } = scanNote(fileAt(path)?.text ?? '');
      const found = targets(page).flatMap(({ file }) => file ?? []);
      const ofProperties = found.splice(0, frontmatterLinks.length);
      return [...new Set([...found, ...ofProperties])];
    },
    missingFrom: (path) => {
      const page = pages.get(path);
      const missing = page === undefined ? [] : targets(page).filter(({ file }) => !file);
      return [...new Set(missing.map(({ written }) => written))];
    },
    resolve,
    hasFile: (path) => fileAt(path) !== undefined,
    readText: (path) => fileAt(path)?.text,
  };
}

function resolveLink(link: string, from: string, paths: readonly string[]): string | undefined {
  if (link === '') return paths.includes(from) ? from : undefined;
  const wanted = link
    .normalize('NFC')
    .replace(/\u00a0/g, ' ')
    .toLowerCase();
  const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  if (/^\.{1,2}\//.test(wanted)) return exact(joined(folder.toLowerCase(), wanted), paths);
  if (wanted.startsWith('/')) return exact(wanted.slice(1), paths);
  const found = paths.filter((path) => {
    const lower = path.normalize('NFC').toLowerCase();
    return [wanted, `${wanted}.md`].some((name) => lower === name || lower.endsWith(`/${name}`));
  });
  return (
    exact(wanted, found) ??
    found.find((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder) ??
    found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]
  );
}

function exact(wanted: string, paths: readonly string[]): string | undefined {
  return paths.find((path) => [wanted, `${wanted}.md`].includes(path.toLowerCase()));
}

function joined(folder: string, relative: string): string {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of relative.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return names.join('/');
}

/** What a page is besides its note. */
type PageStat = Pick<Page, 'path' | 'size' | 'ctimeMs' | 'mtimeMs' | 'isStarred'>;

/** A scanned note as a page. The text is read only when list items are asked for. */
function toPage(stat: PageStat, note: Note, readText: () => string): Page {
  return {
    ...stat,
    frontmatter: note.frontmatter?.values,
    bodyTags: note.tags.map(({ tag }) => tag),
    inlineFields: note.fields.map((field) => toRawField(field, note)),
    links: [
      ...note.frontmatterLinks.map((link) => toRawLink(link, false)),
      ...note.links.map((link) => toRawLink(link, false)),
      ...note.embeds.map((link) => toRawLink(link, true)),
    ],
    items: () => toRawItems(note, readText()),
  };
}

function toRawField({ key, value, item }: Note['fields'][number], note: Note): RawField {
  if (item === -1) return { key, value, holder: 'text' };
  return { key, value, holder: note.listItems[item]?.task === undefined ? 'item' : 'task' };
}

function toRawLink(link: Pick<Link, 'target' | 'display'>, isEmbed: boolean): RawLink {
  return { target: link.target, display: displayText(link), isEmbed };
}
