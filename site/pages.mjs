// The pages of the site, made from the Markdown of the repository: their links and pictures lead to
// the same things there.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const listIn = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const map = 'docs/README.md';
const decisions = 'docs/decisions';

/** Where each file of the repository is on the site. */
const addresses = new Map([
  ['README.md', 'index.md'],
  [map, 'docs.md'],
  ...['ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => [
    `${name}.md`,
    `${name.toLowerCase()}.md`,
  ]),
  ...[...listIn('docs', '.md'), ...listIn('docs', '.svg'), ...listIn('docs/pictures', '.webp')]
    .filter((path) => path !== map)
    .map((path) => [path, path.slice('docs/'.length)]),
  [decisions, 'decisions/index.md'],
  ...listIn(decisions, '.md').map((path) => [path, path.slice('docs/'.length)]),
  // Served as they are.
  ['LICENSE', 'public/LICENSE.txt'],
  ['compose.yaml', 'public/compose.yaml'],
  ['dashboard/icon.svg', 'public/icon.svg'],
]);

/** Everything that the generator reads: where it goes, and its text, or the file to copy. */
export function listPages() {
  return [...addresses].map(([path, address]) => {
    if (path === decisions) return { address, text: listDecisions() };
    if (!path.endsWith('.md')) return { address, file: join(root, path) };
    return { address, text: toPage(path, read(path)) };
  });
}

/** The map of the documentation as the sidebar: its sections, each with its pages in order. */
export function listSections() {
  const sections = read(map).split(/^## /m).slice(1);
  return [
    {
      text: 'Start',
      items: [toItem('README.md', 'What vaultd is'), toItem(map, 'All pages by task')],
    },
    ...sections.map((section) => {
      const [text = ''] = section.split('\n');
      const paths = [...section.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) =>
        posix.join('docs', target),
      );
      const pages = [...new Set(paths)].filter((path) => path !== 'README.md');
      return { text, items: pages.map((path) => toItem(path, titleOf(path))) };
    }),
  ];
}

function toItem(path, text) {
  return {
    text,
    link: `/${addresses
      .get(path)
      .replace(/\.md$/, '')
      .replace(/(^|\/)index$/, '$1')}`,
  };
}

function titleOf(path) {
  if (path === decisions) return 'Decisions';
  return /^# (.*)$/m.exec(read(path))?.[1] ?? path;
}

function listDecisions() {
  const lines = listIn(decisions, '.md').map((path) => {
    const [, title = ''] = /^# (.*)$/m.exec(read(path)) ?? [];
    return `- [${title.replace(/^(\d+)\. /, '$1 – ')}](${posix.basename(path)})`;
  });
  return `# Decisions\n\nWhy vaultd is made the way it is, one page each.\n\n${lines.join('\n')}\n`;
}

/** The text of a page with its links as they are on the site. Code stays as it is. */
function toPage(path, text) {
  const code = /^```.*?^```$|(`+)(?!`).+?(?<!`)\1(?!`)/gms;
  let page = '';
  let from = 0;
  for (const match of text.matchAll(code)) {
    page += withLinks(path, text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return page + withLinks(path, text.slice(from));
}

function withLinks(path, text) {
  const link = (target) => toTarget(path, target);
  return text
    .replace(/\]\(([^)\s]+)\)/g, (_whole, target) => `](${link(target)})`)
    .replace(/\b(src|srcset)="([^"]+)"/g, (_whole, name, target) => `${name}="${link(target)}"`);
}

function toTarget(path, target) {
  if (/^(https?:|#)/.test(target)) return target;
  const [file, anchor] = target.split('#');
  const meant = posix.join(posix.dirname(path), decodeURI(file));
  const address = addresses.get(meant);
  if (address === undefined) throw new Error(`${path} links to ${target}, which the site lacks.`);
  if (!statSync(join(root, meant), { throwIfNoEntry: false }))
    throw new Error(`${path} links to ${target}, which does not exist.`);
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (address.startsWith('public/')) return `${address.slice('public'.length)}${suffix}`;
  const own = posix.dirname(addresses.get(path));
  const relative = posix.relative(own, address);
  return `${relative.startsWith('.') ? '' : './'}${relative}${suffix}`;
}
