import type { FileFacts, FileSource } from '../source.ts';
import type { BaseExpression } from './ast.ts';
import type { BaseFilter } from './base.ts';
import { parseBaseExpression } from './parse.ts';

/**
 * The files that can pass the filters. A filter that must hold and asks for a tag or a folder
 * narrows them down; the filters themselves are still asked afterwards.
 */
export function planFiles(
  filters: readonly (BaseFilter | undefined)[],
  source: FileSource,
): Iterable<FileFacts> {
  const needed = filters.flatMap((filter) => (filter === undefined ? [] : neededBy(filter)));
  let best: readonly FileFacts[] | undefined;
  for (const expression of needed) {
    const files = filesFor(expression, source);
    if (files !== undefined && (best === undefined || files.length < best.length)) best = files;
  }
  return best ?? source.files();
}

/** The expressions that hold for every file that passes. */
function neededBy(filter: BaseFilter): BaseExpression[] {
  if (filter.kind === 'expression') return conjuncts(tryParse(filter.text));
  if (filter.kind === 'and' || (filter.kind === 'or' && filter.filters.length === 1)) {
    return filter.filters.flatMap(neededBy);
  }
  return [];
}

function conjuncts(expression: BaseExpression | undefined): BaseExpression[] {
  if (expression === undefined) return [];
  if (expression.kind !== 'binary' || expression.operator !== '&&') return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}

function filesFor(
  expression: BaseExpression,
  source: FileSource,
): readonly FileFacts[] | undefined {
  if (expression.kind !== 'method' || expression.of.kind !== 'name') return undefined;
  if (expression.of.name !== 'file' || expression.name !== 'hasTag') return undefined;
  const tags = expression.args.map((arg) => (arg.kind === 'literal' ? arg.value : undefined));
  if (tags.length === 0 || !tags.every((tag) => typeof tag === 'string')) return undefined;
  const pages = tags.flatMap((tag) => source.pagesWithTag(`#${tag.replace(/^#/, '')}`));
  return [...new Set(pages)].flatMap(({ path }) => source.file(path) ?? []);
}

function tryParse(text: string): BaseExpression | undefined {
  try {
    return parseBaseExpression(text);
  } catch {
    return undefined;
  }
}
