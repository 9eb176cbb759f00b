import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { currentVault } from '../../api/call.ts';
import { listen } from '../../api/events.ts';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { folderOf, isNotePath, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { files, findFile, isLoaded } from '../../state/files.ts';
import { shown } from '../../state/workspace.ts';
import { NoteDialog, noteDialog } from './dialogs.tsx';
import { FilePane } from './file-pane.tsx';
import { NewNote } from './new-note.tsx';
import { followMove } from './note-actions.ts';
import { NotePane } from './note-pane.tsx';
import { Tree } from './tree.tsx';

/** The vault to read and to write. */
export function NotesView({
  path,
  params,
}: {
  path: string;
  params: URLSearchParams;
}): JSX.Element {
  useEffect(() => {
    if (path === '') shown.value = undefined;
  }, [path]);
  useEffect(
    () =>
      listen('change', ({ changes }) => {
        for (const change of changes) {
          if (change.kind === 'renamed') followMove(change.path, change.newPath);
        }
      }),
    [],
  );
  useKeys({ n: () => openNew(path) });
  return (
    <div class={`body notes ${path === '' ? '' : 'has-choice'}`}>
      <aside class="side" aria-label="Files of the vault">
        <div class="bar">
          <h1>Notes</h1>
          <span class="faint numbers">{files.value.length || ''}</span>
          <span class="grow" />
          <button
            type="button"
            class="button quiet square"
            aria-label="New note"
            title="New note (N)"
            onClick={() => openNew(path)}
          >
            <Icon name="plus" />
          </button>
        </div>
        <Tree path={path} />
      </aside>
      <Pane path={path} params={params} />
      <NoteDialog />
    </div>
  );
}

/** Beside the note that is open. */
function openNew(path: string): void {
  noteDialog.value = { kind: 'new', folder: folderOf(path) };
}

function Pane({ path, params }: { path: string; params: URLSearchParams }): JSX.Element {
  if (path === '') return <NothingOpen />;
  if (!isNotePath(path)) return <FilePane path={path} />;
  if (isLoaded.value && params.has('new') && findFile(path) === undefined)
    return <NewNote path={path} />;
  return (
    <NotePane
      key={`${currentVault.value} ${path}`}
      path={path}
      part={params.get('at') ?? ''}
      line={params.has('line') ? Number(params.get('line')) : undefined}
    />
  );
}

function NothingOpen(): JSX.Element {
  const latest = [...files.value]
    .filter(({ path }) => isNotePath(path))
    .sort((a, b) => b.mtime - a.mtime)
    .slice(0, 7);
  return (
    <section class="note-column">
      {latest.length === 0 ? (
        <Empty icon="notes" title="No notes yet">
          Create the first one with <kbd>Ctrl K</kbd>, or let an agent do it.
        </Empty>
      ) : (
        <div class="start">
          <h2>Recently changed</h2>
          <ul>
            {latest.map(({ path }) => (
              <li key={path}>
                <a href={hrefOf('notes', path)}>
                  <Icon name="notes" size={15} />
                  <span class="choice-name truncate">{titleOf(path)}</span>
                  <span class="choice-folder truncate faint">{folderOf(path)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
