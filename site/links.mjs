import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Links of a built site that lead to no file, or to no place in it, as `page: link`. */
export function findBrokenLinks(folder, base) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replaceAll('\\', '/'));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  return [...texts].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !/^(https?:|mailto:|data:)/.test(link))
      .filter((link) => !leadsSomewhere(folder, texts, toPath(page, link, base)))
      .map((link) => `${page}: ${link}`),
  );
}

function linksOf(text) {
  const found = text.matchAll(/<[a-z][^>]*?\s(?:href|src|srcset)="([^"]*)"/g);
  return [...new Set([...found].map(([, link]) => link.replaceAll('&amp;', '&')))];
}

/** A link as a path in the folder, with its anchor. */
function toPath(page, link, base) {
  const [file, anchor = ''] = link.split('#');
  const bare = decodeURI(file.replace(/\?.*$/, ''));
  if (bare === '') return { path: page, anchor: decodeURIComponent(anchor) };
  const path = bare.startsWith(base)
    ? bare.slice(base.length)
    : posix.join(posix.dirname(page), bare);
  return { path: path === '' || path.endsWith('/') ? `${path}index.html` : path, anchor };
}

function leadsSomewhere(folder, texts, { path, anchor }) {
  const candidates = [path, `${path}.html`];
  const found = candidates.find((each) => texts.has(each) || existsSync(join(folder, each)));
  if (found === undefined) return false;
  const text = texts.get(found);
  return anchor === '' || text === undefined || text.includes(`id="${anchor}"`);
}
