import type { ComponentChildren, JSX } from 'preact';
import { hrefOf } from '../kit/route.ts';
import { findByName } from '../state/files.ts';
import { useNote } from './context.ts';
import { decodeTarget, safeHref, sayTarget, splitTarget } from './links.ts';

/** A wikilink: to a note, to a part of one, or to one that is not there yet. */
export function NoteLink({ target, label }: { target: string; label: string }): JSX.Element {
  return (
    <TargetLink target={target}>{label === '' ? sayTarget(splitTarget(target)) : label}</TargetLink>
  );
}

export function UrlLink({
  href,
  children,
}: {
  href: string;
  children: ComponentChildren;
}): JSX.Element {
  const outside = safeHref(href);
  if (outside === undefined) return <TargetLink target={decodeTarget(href)}>{children}</TargetLink>;
  return (
    <a class="outside" href={outside} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function TargetLink({
  target,
  children,
}: {
  target: string;
  children: ComponentChildren;
}): JSX.Element {
  const { path } = useNote();
  const { file, part } = splitTarget(target);
  const linked = useTarget(target);
  const found = file === '' ? path : linked;
  const params: Record<string, string> = part === '' ? {} : { at: part };
  if (found === undefined) {
    return (
      <a
        class="missing"
        href={hrefOf('notes', `${file}.md`, { new: '1' })}
        title={`${file} does not exist yet`}
      >
        {children}
      </a>
    );
  }
  return (
    <a class="inside" href={hrefOf('notes', found, params)}>
      {children}
    </a>
  );
}

/** Where a link leads, as the daemon resolved it. */
export function useTarget(target: string): string | undefined {
  const { links } = useNote();
  const { file } = splitTarget(target);
  return links === undefined ? findByName(file) : (links[target] ?? links[file])?.path;
}

export function TagLink({ tag }: { tag: string }): JSX.Element {
  return (
    <a class="tag" href={hrefOf('tags', tag)}>
      #{tag}
    </a>
  );
}
