import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';
import { hang } from '../wrap.ts';

interface Task {
  readonly path: string;
  readonly line: number;
  readonly status: string;
  readonly text: string;
}

export const tasksCommand = defineCommand({
  name: 'tasks',
  group: 'find',
  brief: 'open tasks',
  summary: 'List open tasks of the vault, of a folder or of a note.',
  args: [
    {
      name: 'WHERE',
      summary: 'A note, or a folder with "/" at the end.',
      isOptional: true,
      kind: 'note',
    },
  ],
  flags: {
    done: { type: 'boolean', summary: 'Those that are done.' },
    all: { type: 'boolean', short: 'a', summary: 'Those that are done, too.' },
    limit: { type: 'number', value: 'N', summary: 'At most N; 200 when absent.' },
  },
  examples: [
    ['vaultd tasks', 'everything that is left to do'],
    ['vaultd tasks Projects/ --all', 'all tasks of one folder'],
  ],
  async run(context, { args: [where], flags }) {
    const { out, call } = context;
    const path = where?.endsWith('/')
      ? where.replace(/\/+$/, '')
      : where && (await resolveNote(context, where));
    const { tasks, truncated } = await call<{ tasks: Task[]; truncated: boolean }>('ListTasks', {
      ...(path && { path }),
      ...(!flags.all && { state: flags.done ? 'done' : 'open' }),
      ...(flags.limit !== undefined && { limit: flags.limit }),
    });
    if (out.isJson) {
      out.json(tasks);
      return;
    }
    out.page();
    const link = await context.linker();
    let last = '';
    for (const { path: note, line, status, text } of tasks) {
      if (!out.isTerminal) out.line(`${note}:${line}:[${status}] ${text}`);
      else {
        if (note !== last)
          out.line(`${last === '' ? '' : '\n'}${link(note, out.style.magenta(note))}`);
        const gutter = `${out.style.green(String(line).padStart(5))}  [${status}] `;
        out.line(hang(gutter, text, out.width));
      }
      last = note;
    }
    if (tasks.length === 0) out.say('No tasks.');
    if (truncated) out.note('There are more; see --limit.');
  },
});
