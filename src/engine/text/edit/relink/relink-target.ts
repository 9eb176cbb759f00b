import { VaultError } from '../../../../contract/errors.ts';
import { internalTarget, splitTarget } from '../../markdown/links.ts';
import type { Splice } from '../splice.ts';
import { encodeAngled, encodePath, encodeSubpath } from './link-encoding.ts';

/**
 * Gives the new path of a link for the path it has now, with its extension; undefined leaves it.
 * The path is without subpath, and decoded when it was written in a Markdown link.
 */
export type NewPath = (path: string) => string | undefined;

/** Where a link leads: a path, empty for the note itself, and a subpath that starts with `#`, or none. */
export interface RelinkTarget {
  readonly path: string;
  readonly subpath: string;
}

/** Gives what is different about a link from now on; undefined leaves it. */
export type Retarget = (target: RelinkTarget) => Partial<RelinkTarget> | undefined;

/** Another path for links that have one; what stands behind it stays. */
export function toRetarget(newPath: NewPath): Retarget {
  return ({ path }) => {
    const next = path === '' ? undefined : newPath(path);
    return next === undefined ? undefined : { path: next };
  };
}

/** The new target of a wikilink between `start` and `end`, without its brackets. */
export function spliceWiki(text: string, start: number, end: number, retarget: Retarget): Splice[] {
  const inside = text.slice(start, end);
  const stop = /\\?\|/.exec(inside)?.index ?? inside.length;
  const written = inside.slice(0, stop).trim();
  const { path: spaced, subpath } = splitTarget(written);
  const path = spaced.trim();
  const next = written === '' ? undefined : retarget({ path, subpath });
  if (next === undefined) return [];
  const newPath = next.path === undefined ? path : keepEnding(next.path, path);
  if (/[#|]|\[\[|\]\]|\]$/.test(newPath)) throw notLinkable(next.path ?? path);
  const from = start + inside.indexOf(written);
  const gap = spaced.slice(path.length);
  const replaced = newPath + gap + (next.subpath ?? subpath);
  return [{ start: from, end: from + written.length, text: replaced }];
}

/** The new target of a Markdown link whose destination is between `start` and `end`. */
export function spliceDestination(
  text: string,
  start: number,
  end: number,
  retarget: Retarget,
): Splice[] {
  const written = text.slice(start, end);
  const { path: encoded, subpath: anchor } = splitTarget(written);
  const path = encoded === '' ? '' : internalTarget(encoded);
  if (path === undefined || written === '') return [];
  const subpath = internalTarget(anchor) ?? anchor;
  const next = retarget({ path, subpath });
  if (next === undefined) return [];
  // Encoded or not, what follows this mark is not read as a part of the path.
  if (next.path?.includes('#')) throw notLinkable(next.path);
  const angled = text.charAt(start - 1) === '<';
  const newPath = next.path === undefined ? undefined : keepEnding(next.path, path || '.md');
  const first = newPath === undefined ? encoded : (angled ? encodeAngled : encodePath)(newPath);
  const second = next.subpath === undefined ? anchor : encodeAnchor(next.subpath, angled);
  return [{ start, end, text: first + second }];
}

function encodeAnchor(subpath: string, angled: boolean): string {
  if (!angled) return encodeSubpath(subpath);
  return subpath === '' ? '' : `#${encodeAngled(subpath.slice(1)).replaceAll('%23', '#')}`;
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
    reason: 'path-not-linkable',
    hint: 'Choose a name without # | [ ] that differs from others by more than its case, or do not update links.',
  });
}
