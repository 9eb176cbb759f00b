import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { useKeys } from '../../kit/keys.ts';
import { isNotePath, titleOf } from '../../kit/paths.ts';
import { parseRoute } from '../../kit/route.ts';
import { NoteText } from '../../markdown/note-text.tsx';

interface Shown {
  readonly path: string;
  readonly part: string;
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

const waitMs = 350;
const leaveMs = 200;
const [width, height] = [420, 300];

/** The note behind a link, while the pointer rests on it. Escape closes it. */
export function LinkPreview({ page }: { page: RefObject<HTMLElement | null> }): JSX.Element | null {
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: Shown | undefined, afterMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(next), afterMs);
  };
  useEffect(() => {
    const over = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest('a.inside') : null;
      const isPreview = target instanceof Element && target.closest('.link-preview') !== null;
      if (link instanceof HTMLAnchorElement && !isPreview) later(toShown(link), waitMs);
      else if (isPreview) clearTimeout(timer.current);
      else later(undefined, leaveMs);
    };
    const box = page.current;
    const leave = (): void => later(undefined, leaveMs);
    box?.addEventListener('mouseover', over);
    box?.addEventListener('mouseleave', leave);
    return () => {
      clearTimeout(timer.current);
      box?.removeEventListener('mouseover', over);
      box?.removeEventListener('mouseleave', leave);
    };
  }, [page]);
  useKeys({ Escape: () => setShown(undefined) });
  if (shown === undefined) return null;
  return <Preview key={`${shown.path}#${shown.part}`} shown={shown} />;
}

function toShown(link: HTMLAnchorElement): Shown | undefined {
  const { rest: path, params } = parseRoute(link.hash);
  if (!isNotePath(path)) return undefined;
  const { left, top, bottom } = link.getBoundingClientRect();
  const isAbove = bottom + height > innerHeight && top > height;
  return {
    path,
    part: params.get('at') ?? '',
    left: Math.max(8, Math.min(left, innerWidth - width - 8)),
    top: isAbove ? top - height - 6 : bottom + 6,
    isAbove,
  };
}

function Preview({ shown: { path, part, left, top, isAbove } }: { shown: Shown }): JSX.Element {
  const { value } = useAsked((signal) => call('note.renderData', { path }, signal), [path]);
  return (
    <aside
      class={`link-preview scroll ${isAbove ? 'above' : ''}`}
      aria-label={`Preview of ${titleOf(path)}`}
      style={{ left: `${left}px`, top: `${top}px` }}
    >
      <h2>{titleOf(path)}</h2>
      {value !== undefined && <NoteText note={value} part={part} isEmbedded />}
    </aside>
  );
}
