import { isVaultError, VaultError } from '../../../../contract/errors.ts';
import { isNote } from '../../../../contract/paths.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import type { BaseInfo, Question } from '../questions.ts';
import type { PageSource } from '../source.ts';
import type { Base } from './base.ts';
import { parseBase } from './parse-base.ts';

/** The base that is asked for: its text as given, a file, or the block of a note that has the view. */
export function findBase(
  { text, path, view }: Extract<Question, { kind: 'base' }>,
  source: PageSource,
): Base {
  if (text !== undefined) return parseBase(text);
  if (path === undefined)
    throw new VaultError('invalid-input', 'Which base? Name a file or give its text.');
  const content = source.readText(path);
  if (content === undefined) {
    throw new VaultError('not-found', `There is no base "${path}".`, { path });
  }
  if (!isNote(path)) return parseBase(content);
  const bases = blocksIn(content).map(parseBase);
  const found = bases.find(({ views }) => views.some(({ name }) => name === view)) ?? bases[0];
  if (found !== undefined) return found;
  throw new VaultError('target-missing', `The note "${path}" holds no base.`, { path });
}

/** The texts of fenced `base` blocks. */
function blocksIn(text: string): string[] {
  return scanNote(text)
    .sections.filter(({ type }) => type === 'code')
    .map(
      ({ start, end }) =>
        /^(`{3,}|~{3,})\s*base\s*\n([\s\S]*?)\n?[ \t]*\1/.exec(text.slice(start, end))?.[2],
    )
    .filter((block) => block !== undefined);
}

/** What a base offers. One that cannot be read has no views and says why. */
export function describeBase(path: string, text: string): BaseInfo {
  try {
    const { views, problems } = parseBase(text);
    return {
      path,
      views: views.map(({ name, type }) => ({ name, type })),
      problems: problems.map(({ where, message }) => `${where}: ${message}`),
    };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return { path, views: [], problems: [thrown.message] };
  }
}
