import { VaultError } from '../../contract/errors.ts';
import { internalTarget, splitTarget } from '../markdown/links.ts';
import { encodeAngled, encodePath } from './link-encoding.ts';
import type { Splice } from './splice.ts';

/**
 * Gives the new path of a link for the path it has now, with its extension; undefined leaves it.
 * The path is without subpath, and decoded when it was written in a Markdown link.
 */
export type NewPath = (path: string) => string | undefined;

/** The new path of a wikilink whose inside lies between `start` and `end`. */
export function spliceWiki(text: string, start: number, end: number, newPath: NewPath): Splice[] {
  const inside = text.slice(start, end);
  const stop = /#|\\?\|/.exec(inside)?.index ?? inside.length;
  const written = inside.slice(0, stop);
  const path = written.trim();
  const next = path === '' ? undefined : newPath(path);
  if (next === undefined) return [];
  const from = start + written.indexOf(path);
  const replaced = keepEnding(next, path);
  if (/[#|]|\[\[|\]\]|\]$/.test(replaced)) throw notLinkable(next);
  return [{ start: from, end: from + path.length, text: replaced }];
}

/** The new path of a Markdown link whose destination lies between `start` and `end`. */
export function spliceDestination(
  text: string,
  start: number,
  end: number,
  newPath: NewPath,
): Splice[] {
  const written = text.slice(start, end);
  const hash = written.indexOf('#');
  const encoded = hash === -1 ? written : written.slice(0, hash);
  const { path } = splitTarget(internalTarget(encoded) ?? '');
  const next = path === '' ? undefined : newPath(path);
  if (next === undefined) return [];
  // Encoded or not, what follows this mark is not read as a part of the path.
  if (next.includes('#')) throw notLinkable(next);
  const angled = text.charAt(start - 1) === '<';
  const replaced = (angled ? encodeAngled : encodePath)(keepEnding(next, path));
  return [{ start, end: start + encoded.length, text: replaced }];
}

/** `.md` is written where it was written, other endings always. */
export function keepEnding(next: string, path: string): string {
  const had = path.toLowerCase().endsWith('.md');
  return !had && next.toLowerCase().endsWith('.md') ? next.slice(0, -3) : next;
}

/** A move that would leave links without a way to lead to the file. */
export function notLinkable(path: string): VaultError {
  return new VaultError('invalid-input', `No link can lead to "${path}".`, {
    path,
    reason: 'path_not_linkable',
    hint: 'Choose a name without # | [ ] that differs from others by more than its case, or do not update links.',
  });
}
