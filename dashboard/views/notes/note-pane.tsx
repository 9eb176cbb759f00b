import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { isMac, useKeys } from '../../kit/keys.ts';
import { Menu } from '../../kit/menu.tsx';
import { route } from '../../kit/route.ts';
import type { NoteData } from '../../markdown/context.ts';
import { drafts } from '../../state/drafts.ts';
import { version } from '../../state/version.ts';
import { shown } from '../../state/workspace.ts';
import { Crumbs } from './crumbs.tsx';
import { noteDialog } from './dialogs.tsx';
import { Editing } from './editing.tsx';
import { NoteHistory } from './history.tsx';
import { mentionShown } from './mention.ts';
import { deleteFile, duplicateFile } from './note-actions.ts';
import { NotePanel } from './panel.tsx';
import { Reading } from './reading.tsx';

interface NotePaneProps {
  readonly path: string;
  readonly part: string;
  readonly line: number | undefined;
}

const modes = [
  ['read', 'Read'],
  ['edit', 'Edit'],
  ['history', 'History'],
] as const;
type Mode = (typeof modes)[number][0];

/** One note: to read, to write, or to see how it came about. */
export function NotePane({ path, part, line }: NotePaneProps): JSX.Element {
  const { value: note, error } = useAsked(
    (signal) => call('note.renderData', { path }, signal),
    [path, version.value],
  );
  const [mode, setMode] = useState<Mode>(() => startMode(path));
  useEffect(() => {
    shown.value = { path, isDirty: drafts.value.has(path) };
    return () => {
      shown.value = undefined;
    };
  }, [path]);
  useKeys({
    e: () => setMode('edit'),
    h: () => setMode('history'),
    'mod+e': () => setMode(mode === 'edit' ? 'read' : 'edit'),
    'mod+l': () => mentionShown(),
    F2: () => openMove(path),
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
            {modes.map(([name, label]) => (
              <button
                key={name}
                type="button"
                aria-pressed={mode === name}
                onClick={() => setMode(name)}
              >
                {label}
              </button>
            ))}
          </fieldset>
          <FileMenu path={path} />
        </div>
        {error !== undefined && (
          <Empty icon="warning" title="Cannot show this note">
            {sayError(error)}
          </Empty>
        )}
        {note !== undefined && (
          <Body mode={mode} note={note} part={part} line={line} onRead={() => setMode('read')} />
        )}
      </section>
      {note !== undefined && mode !== 'history' && <NotePanel note={note} />}
    </>
  );
}

function startMode(path: string): Mode {
  const { params } = route.value;
  if (drafts.value.has(path) || params.has('edit')) return 'edit';
  return params.has('history') ? 'history' : 'read';
}

interface BodyProps {
  readonly mode: Mode;
  readonly note: NoteData;
  readonly part: string;
  readonly line: number | undefined;
  readonly onRead: () => void;
}

function Body({ mode, note, part, line, onRead }: BodyProps): JSX.Element {
  if (mode === 'edit') return <Editing note={note} line={line} onDone={onRead} />;
  if (mode === 'history') return <NoteHistory note={note} />;
  return <Reading note={note} part={part} line={line} />;
}

function openMove(path: string): void {
  noteDialog.value = { kind: 'move', path };
}

/** What can be done with any file. */
export function FileMenu({ path }: { path: string }): JSX.Element {
  return (
    <Menu
      label="More actions"
      items={[
        { label: 'Rename or move…', icon: 'edit', key: 'F2', run: () => openMove(path) },
        { label: 'Duplicate', icon: 'plus', run: () => duplicateFile(path) },
        {
          label: 'Move to the trash',
          icon: 'close',
          isDangerous: true,
          run: () => deleteFile(path),
        },
      ]}
    />
  );
}
