import type { Link, Note } from '../../engine/text/markdown/note.ts';

export interface OutgoingLink {
  readonly target: string;
  readonly type: 'wikilink' | 'markdown';
}

/** Links out of a note as written: wikilinks and embeds first, then Markdown links; none is checked. */
export function outgoingLinks(text: string, note: Note): OutgoingLink[] {
  const inBody = [...note.links, ...note.embeds].sort((a, b) => a.start - b.start);
  const wiki = [
    ...note.frontmatterLinks.filter(({ syntax }) => syntax === 'wiki'),
    ...inBody.filter(({ syntax }) => syntax === 'wiki'),
  ]
    .map(({ target }) => (target.split('#', 1)[0] ?? '').trim())
    .filter((target) => target !== '');
  const markdown = inBody
    .filter(({ syntax }) => syntax === 'markdown')
    .map((link) => writtenDestination(text, link));
  return [
    ...wiki.map((target) => ({ target, type: 'wikilink' as const })),
    ...markdown.map((target) => ({ target, type: 'markdown' as const })),
  ];
}

/** The destination with its escapes, but without angle brackets and title. */
function writtenDestination(text: string, { start, end, display = '' }: Link): string {
  const source = text.slice(start, end);
  const open = source.indexOf('](', source.indexOf(display) + display.length) + 2;
  const inner = source.slice(open, -1).trim();
  if (inner.startsWith('<')) return inner.slice(1, inner.indexOf('>'));
  return inner.replace(/\s+(?:".*"|'.*'|\(.*\))$/s, '');
}
