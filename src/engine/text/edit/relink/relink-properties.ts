import { parseDocument, type Scalar, visit } from 'yaml';
import type { Note } from '../../markdown/note.ts';
import type { Splice } from '../splice.ts';

/** Gives values of properties that are, as a whole, one link another text; the quotes stay. */
export function spliceProperties(
  text: string,
  { frontmatter, frontmatterLinks }: Note,
  relinkValue: (value: string) => string | undefined,
): Splice[] {
  const changed = new Map<unknown, string>();
  for (const { original } of frontmatterLinks) {
    const next = relinkValue(original);
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
