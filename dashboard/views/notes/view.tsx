import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icons.tsx';
import { folderOf, isNotePath, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { isSwitching } from '../../shell/switcher.tsx';
import { files, findFile, isLoaded } from '../../state/files.ts';
import { shown } from '../../state/workspace.ts';
import { FilePane } from './file-pane.tsx';
import { NewNote } from './new-note.tsx';
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
            aria-label="Find or create a note"
            title="Find or create a note"
            onClick={() => {
              isSwitching.value = true;
            }}
          >
            <Icon name="plus" />
          </button>
        </div>
        <Tree path={path} />
      </aside>
      <Pane path={path} params={params} />
    </div>
  );
}

function Pane({ path, params }: { path: string; params: URLSearchParams }): JSX.Element {
  if (path === '') return <NothingOpen />;
  if (!isNotePath(path)) return <FilePane path={path} />;
  if (isLoaded.value && params.has('new') && findFile(path) === undefined)
    return <NewNote path={path} />;
  return (
    <NotePane
      key={path}
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
