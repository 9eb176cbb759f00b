import { parseDocument, type Scalar, visit } from 'yaml';
import { parseDestination, parseWholeLink, wikiClose } from '../../markdown/links.ts';
import type { Note } from '../../markdown/note.ts';
import { applySplices, type Splice } from '../splice.ts';
import { type Retarget, spliceDestination, spliceWiki } from './relink-target.ts';

/** Points values of properties elsewhere that are, as a whole, one link; the quotes stay. */
export function spliceProperties(text: string, note: Note, retarget: Retarget): Splice[] {
  const { frontmatter, frontmatterLinks } = note;
  const changed = new Map<unknown, string>();
  for (const { original } of frontmatterLinks) {
    const next = relinkValue(original, retarget);
    if (next !== undefined) changed.set(original, next);
  }
  if (frontmatter === undefined || changed.size === 0) return [];
  const splices: Splice[] = [];
  const yaml = text.slice(frontmatter.yamlStart, frontmatter.yamlEnd);
  visit(parseDocument(yaml, { logLevel: 'silent' }), {
    Scalar(key, node) {
      const next = key === 'key' ? undefined : changed.get(node.value);
      if (next !== undefined) splices.push(...scalarSplice(node, next, frontmatter.yamlStart));
    },
  });
  return splices;
}

function relinkValue(value: string, retarget: Retarget): string | undefined {
  const open = value.startsWith('!') ? 1 : 0;
  const link = parseWholeLink(value.slice(open));
  if (link === undefined) return undefined;
  const splices = link.syntax === 'wiki' ? wikiSplices(value, open, retarget) : markdownSplices();
  return splices.length === 0 ? undefined : applySplices(value, splices);

  function markdownSplices(): Splice[] {
    const found = parseDestination(value, value.indexOf('](') + 1, value.length);
    return found === undefined ? [] : spliceDestination(value, found.start, found.end, retarget);
  }
}

function wikiSplices(value: string, open: number, retarget: Retarget): Splice[] {
  const close = wikiClose(value, open, value.length);
  return close === -1 ? [] : spliceWiki(value, open + 2, close, retarget);
}

function scalarSplice(node: Scalar, next: string, offset: number): Splice[] {
  if (!node.range) return [];
  const [start, end] = node.range;
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const mark = node.type === 'QUOTE_SINGLE' ? "'" : '"';
  const written = quote(next, mark) + (isBlock ? '\n' : '');
  return [{ start: start + offset, end: end + offset, text: written }];
}

function quote(value: string, mark: string): string {
  return mark === "'" ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}
