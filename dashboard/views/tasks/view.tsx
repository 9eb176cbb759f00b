import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, currentVault, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { folderOf, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { parseInline } from '../../markdown/parse.ts';
import { Nodes } from '../../markdown/render.tsx';
import { folders } from '../../state/folders.ts';
import { toastError } from '../../state/toasts.ts';
import { version } from '../../state/version.ts';

type Task = Output<'task.list'>['tasks'][number];

const states = [
  ['open', 'Open'],
  ['done', 'Done'],
  ['all', 'All'],
] as const;
type State = (typeof states)[number][0];

const pageSize = 200;

/** The tasks of the vault by note, to be ticked here. */
export function TasksView(): JSX.Element {
  const [state, setState] = useState<State>('open');
  const [folder, setFolder] = useState('');
  const [limit, setLimit] = useState(pageSize);
  const { value, error } = useAsked(
    (signal) =>
      call(
        'task.list',
        { limit, ...(state !== 'all' && { state }), ...(folder !== '' && { path: folder }) },
        signal,
      ),
    [state, folder, limit, currentVault.value, version.value],
  );
  const tasks = value?.tasks ?? [];
  return (
    <>
      <header class="bar">
        <h1>Tasks</h1>
        <span class="faint numbers">
          {tasks.length || ''}
          {value?.truncated && '+'}
        </span>
        <span class="grow" />
        <select
          class="field"
          aria-label="Folder"
          value={folder}
          onChange={({ currentTarget }) => setFolder(currentTarget.value)}
        >
          <option value="">Any folder</option>
          {folders.value.map((path) => (
            <option key={path}>{path}</option>
          ))}
        </select>
        <fieldset class="segments" aria-label="State">
          {states.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={state === name}
              onClick={() => setState(name)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </header>
      <div class="body">
        <div class="page-scroll scroll" tabIndex={0} role="region" aria-label="Tasks">
          {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
          {value !== undefined && tasks.length === 0 && (
            <Empty icon="tasks" title="No tasks here">
              A line that begins with <code>- [ ]</code> is a task.
            </Empty>
          )}
          <div class="tasks">
            {byNote(tasks).map(([path, those]) => (
              <NoteTasks key={path} path={path} tasks={those} />
            ))}
            {value?.truncated && (
              <button type="button" class="button" onClick={() => setLimit(limit + pageSize)}>
                Show more
              </button>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The order of the list is kept. */
function byNote(tasks: readonly Task[]): [string, Task[]][] {
  const found = new Map<string, Task[]>();
  for (const task of tasks) {
    const those = found.get(task.path);
    if (those === undefined) found.set(task.path, [task]);
    else those.push(task);
  }
  return [...found];
}

function NoteTasks({ path, tasks }: { path: string; tasks: readonly Task[] }): JSX.Element {
  return (
    <section aria-label={path}>
      <h2>
        <a href={hrefOf('notes', path)}>{titleOf(path)}</a>{' '}
        <span class="faint">{folderOf(path)}</span>
      </h2>
      <ul class="prose">
        {tasks.map((task) => (
          <TaskRow key={task.line} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ task }: { task: Task }): JSX.Element {
  const { path, line, status, text } = task;
  const isDone = status !== ' ';
  return (
    <li class={`task ${isDone ? 'done' : ''}`} data-mark={status}>
      <input
        type="checkbox"
        checked={isDone}
        aria-label={text}
        onChange={() => {
          call('task.set', { path, line, status: isDone ? ' ' : 'x', text }).catch(toastError);
        }}
      />
      <div>
        <Nodes nodes={parseInline(text)} />{' '}
        <a class="task-line faint" href={hrefOf('notes', path, { line: String(line - 1) })}>
          line {line}
        </a>
      </div>
    </li>
  );
}
