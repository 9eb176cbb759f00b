import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { isMac, useKeys } from '../../kit/keys.ts';
import { route } from '../../kit/route.ts';
import { drafts } from '../../state/drafts.ts';
import { version } from '../../state/version.ts';
import { shown } from '../../state/workspace.ts';
import { Crumbs } from './crumbs.tsx';
import { Editing } from './editing.tsx';
import { mentionShown } from './mention.ts';
import { NotePanel } from './panel.tsx';
import { Reading } from './reading.tsx';

interface NotePaneProps {
  readonly path: string;
  readonly part: string;
  readonly line: number | undefined;
}

/** One note: to read, or to write. */
export function NotePane({ path, part, line }: NotePaneProps): JSX.Element {
  const { value: note, error } = useAsked(
    (signal) => call('note.renderData', { path }, signal),
    [path, version.value],
  );
  const [isEditing, setEditing] = useState(
    drafts.value.has(path) || route.value.params.has('edit'),
  );
  useEffect(() => {
    shown.value = { path, isDirty: drafts.value.has(path) };
    return () => {
      shown.value = undefined;
    };
  }, [path]);
  useKeys({
    e: () => setEditing(true),
    'mod+e': () => setEditing(!isEditing),
    'mod+l': () => mentionShown(),
  });
  return (
    <>
      <section class="note-column" aria-label={path}>
        <div class="bar">
          <Crumbs path={path} />
          <span class="grow" />
          <button
            type="button"
            class="button quiet"
            title={`Send this note, or the selection, to Claude (${isMac ? '⌘' : 'Ctrl '}L)`}
            onClick={mentionShown}
          >
            <Icon name="send" size={14} /> <span class="wide-only">Send to Claude</span>
          </button>
          <fieldset class="segments" aria-label="Mode">
            <button type="button" aria-pressed={!isEditing} onClick={() => setEditing(false)}>
              Read
            </button>
            <button type="button" aria-pressed={isEditing} onClick={() => setEditing(true)}>
              Edit
            </button>
          </fieldset>
        </div>
        {error !== undefined && (
          <Empty icon="warning" title="Cannot show this note">
            {sayError(error)}
          </Empty>
        )}
        {note !== undefined &&
          (isEditing ? (
            <Editing note={note} line={line} onDone={() => setEditing(false)} />
          ) : (
            <Reading note={note} part={part} line={line} />
          ))}
      </section>
      {note !== undefined && <NotePanel note={note} />}
    </>
  );
}
