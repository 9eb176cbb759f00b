import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { titleOf } from '../../kit/paths.ts';
import type { NoteData } from '../../markdown/context.ts';
import { NoteText } from '../../markdown/note-text.tsx';
import { toastError } from '../../state/toasts.ts';
import { shown } from '../../state/workspace.ts';
import { LinkPreview } from './link-preview.tsx';
import { Properties } from './properties.tsx';
import { readSelection } from './selection.ts';
import { attachFiles } from './upload.ts';
import { useFileDrop } from './use-file-drop.ts';

interface ReadingProps {
  readonly note: NoteData;
  readonly part: string;
  readonly line: number | undefined;
}

export function Reading({ note, part, line }: ReadingProps): JSX.Element {
  const page = useRef<HTMLDivElement>(null);
  const text = useRef(note.text);
  text.current = note.text;
  useEffect(() => {
    const report = (): void => {
      if (page.current === null) return;
      const selection = readSelection(page.current, text.current);
      shown.value = { path: note.path, isDirty: false, ...(selection && { selection }) };
    };
    document.addEventListener('selectionchange', report);
    return () => document.removeEventListener('selectionchange', report);
  }, [note.path]);
  useEffect(() => {
    if (page.current !== null) goToPart(page.current, note, part, line);
  }, [note.path, part, line]);
  const toggleTask = (at: number, status: string): void => {
    // Everything behind the box; the daemon changes the box, and nothing else of the file.
    const seen = (note.text.split('\n')[at] ?? '').replace(/^[^[]*\[.\]/u, '').trim();
    const { path } = note;
    call('task.set', { path, line: at + 1, status, text: seen }).catch(toastError);
  };
  const drop = useFileDrop((given) => appendFiles(note.path, given));
  return (
    <div
      class="reading scroll"
      ref={page}
      tabIndex={0}
      aria-label="Text of the note"
      role="region"
      {...drop}
    >
      <LinkPreview page={page} />
      <article>
        <h1 class="note-title">{titleOf(note.path)}</h1>
        <Properties note={note} />
        <NoteText note={note} toggleTask={toggleTask} isTitled={saysItsTitle(note)} />
      </article>
    </div>
  );
}

/** In the reading view there is no place for them but the end of the note. */
async function appendFiles(path: string, given: readonly File[]): Promise<void> {
  const content = await attachFiles(path, given);
  if (content !== '') await call('note.append', { path, content });
}

/** Many notes begin with their own name; it is not said twice. */
function saysItsTitle({ path, outline: [first], text, propertiesEnd }: NoteData): boolean {
  if (first === undefined || first.level !== 1 || first.text !== titleOf(path)) return false;
  return text.slice(propertiesEnd).trimStart().startsWith('# ');
}

/** Scrolls to a heading, a block or a line. */
function goToPart(page: HTMLElement, note: NoteData, part: string, line: number | undefined): void {
  if (part === '' && line === undefined) return;
  const wanted = part === '' ? line : headingLine(note, part);
  const blocks = [...page.querySelectorAll<HTMLElement>('[data-line]')];
  const block = part.startsWith('^')
    ? page.querySelector<HTMLElement>(`#block-${CSS.escape(part.slice(1))}`)
    : blocks.filter(({ dataset }) => Number(dataset.line) <= (wanted ?? 0)).at(-1);
  block?.scrollIntoView({ block: part === '' ? 'center' : 'start' });
  block?.classList.add('flash');
}

function headingLine({ outline }: NoteData, part: string): number | undefined {
  const wanted = part.split('#').at(-1)?.trim().toLowerCase();
  const found = outline.find(({ text }) => text.toLowerCase() === wanted);
  return found === undefined ? undefined : found.line - 1;
}
