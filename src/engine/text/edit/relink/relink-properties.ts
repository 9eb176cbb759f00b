import { isScalar, parseDocument, type Scalar, visit } from 'yaml';
import { parseDestination, parseWholeLink, wikiClose } from '../../markdown/links.ts';
import type { Note } from '../../markdown/note.ts';
import { applySplices, type Splice } from '../splice.ts';
import { type Retarget, spliceDestination, spliceWiki } from './relink-target.ts';

/** Points values of properties elsewhere that are, as a whole, one link; the quotes stay. */
export function spliceProperties(text: string, note: Note, retarget: Retarget): Splice[] {
  const { frontmatter, frontmatterLinks } = note;
  const changed = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { original } of frontmatterLinks) {
    const next = relinkValue(original, retarget);
    if (next !== undefined) changed.set(original, next);
    counts.set(original, (counts.get(original) ?? 0) + 1);
  }
  if (frontmatter === undefined || changed.size === 0) return [];
  const yaml = text.slice(frontmatter.yamlStart, frontmatter.yamlEnd);
  const splices = [...changed].flatMap(
    ([value, next]) =>
      quotedPlaces(yaml, value, counts.get(value) ?? 0)?.map((start) => ({
        start,
        end: start + value.length + 2,
        text: quote(next, yaml.charAt(start)),
      })) ?? parsedPlaces(yaml, value, next),
  );
  return splices.map((splice) => ({
    ...splice,
    start: splice.start + frontmatter.yamlStart,
    end: splice.end + frontmatter.yamlStart,
  }));
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

/**
 * Where a value stands between quotes just as it reads. Undefined when it stands elsewhere too, in
 * a comment or in a longer text: then only YAML itself can tell which place is meant.
 */
function quotedPlaces(yaml: string, value: string, count: number): number[] | undefined {
  const places: number[] = [];
  for (let at = yaml.indexOf(value); at !== -1; at = yaml.indexOf(value, at + value.length)) {
    const mark = yaml.charAt(at - 1);
    const isQuoted = (mark === '"' || mark === "'") && yaml.charAt(at + value.length) === mark;
    if (!isQuoted || yaml.charAt(at - 2) === '\\' || yaml.charAt(at - 2) === mark) return undefined;
    places.push(at - 1);
  }
  return places.length === count ? places : undefined;
}

function parsedPlaces(yaml: string, value: string, next: string): Splice[] {
  const splices: Splice[] = [];
  visit(parseDocument(yaml, { logLevel: 'silent' }), {
    Scalar(key, node) {
      if (key !== 'key' && node.value === value) splices.push(...scalarSplice(node, next));
    },
  });
  return splices;
}

function scalarSplice(node: Scalar, next: string): Splice[] {
  if (!isScalar(node) || !node.range) return [];
  const [start, end] = node.range;
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const mark = node.type === 'QUOTE_SINGLE' ? "'" : '"';
  return [{ start, end, text: quote(next, mark) + (isBlock ? '\n' : '') }];
}

function quote(value: string, mark: string): string {
  return mark === "'" ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}
