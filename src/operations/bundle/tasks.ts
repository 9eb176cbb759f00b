import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { tasksOf } from '../../engine/knowledge/index/facts/tasks.ts';
import { addTask, findTask, setTaskStatus } from '../../engine/text/edit/tasks.ts';
import { changeNote } from '../agent/change.ts';
import type { Call } from '../operation.ts';
import { type LocatedNote, locate, readNoteTarget, targetFields } from './target.ts';
import { defineNoteTool, defineVaultTool } from './tool.ts';

const task = z.object({
  path: z.string(),
  line: z.int().describe('From 1.'),
  status: z.string().describe('The character in the box.'),
  text: z.string(),
});
const line = z.int().min(1).describe('The line of the task in the note, from 1.');
const status = z
  .string()
  .regex(/^[^\r\n\]]$/u, 'must be one character')
  .describe('The character in the box: a blank is open, x is done.');

export const bundleListTasks = defineVaultTool({
  name: 'listTasks',
  summary: 'The tasks of the vault, of one note, or of today’s daily note.',
  access: 'read',
  input: {
    file: targetFields.file,
    path: targetFields.path,
    status: status.optional(),
    todo: z.boolean().default(false).describe('Only open tasks.'),
    done: z.boolean().default(false).describe('Only tasks that are not open.'),
    daily: z.boolean().default(false).describe('Only tasks of today’s daily note.'),
    limit: z.int().min(1).max(limits.answerEntriesMax).default(200),
  },
  output: z.object({ tasks: z.array(task), truncated: z.boolean() }),
  async run(call, _host, { status: box, todo, done, daily, limit, ...target }) {
    const within = await scopeOf(call, target, daily);
    const state = todo === done ? undefined : todo ? ('open' as const) : ('done' as const);
    const known = await call.known();
    const tasks: z.output<typeof task>[] = [];
    const query = { ...(within !== undefined && { within }), ...(state && { state }) } as const;
    for (const { path, line: at, status: found, text } of known.tasks(query)) {
      if (box !== undefined && found !== box) continue;
      if (tasks.length === limit) return { tasks, truncated: true };
      tasks.push({ path, line: at + 1, status: found, text });
    }
    return { tasks, truncated: false };
  },
});

export const bundleGetTask = defineNoteTool({
  name: 'getTask',
  summary: 'One task of a note.',
  access: 'read',
  input: { line },
  output: task,
  async run({ notes }, { path }, { line: at }) {
    const { text } = await notes.read(path);
    for (const found of tasksOf(path, text)) {
      if (found.line === at - 1) return { path, line: at, status: found.status, text: found.text };
    }
    throw noTask(path, at);
  },
});

export const bundleToggleTask = defineNoteTool({
  name: 'toggleTask',
  summary: 'Mark an open task as done, or a done one as open.',
  access: 'write',
  input: { line },
  output: task,
  run: (call, at, { line: number }) =>
    setStatus(call, at, number, (now) => (now === ' ' ? 'x' : ' ')),
});

export const bundleSetTaskStatus = defineNoteTool({
  name: 'setTaskStatus',
  summary: 'Put another character into the box of a task.',
  access: 'write',
  input: { line, status },
  output: task,
  run: (call, at, { line: number, status: wanted }) => setStatus(call, at, number, () => wanted),
});

export const bundleCreateTask = defineNoteTool({
  name: 'createTask',
  summary: 'Add a task to the end of a note.',
  access: 'write',
  input: {
    text: z
      .string()
      .min(1)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .describe('What is to be done.'),
    status: status.default(' '),
  },
  output: task,
  async run(call, { path }, { text: what, status: box }) {
    const edit = (text: string) => ({ text: addTask(text, what, box) });
    const { result } = await changeNote(call, path, edit, { why: `add a task to ${path}` });
    const lines = result.text.replace(/\r?\n$/, '').split('\n');
    return { path, line: lines.length, status: box, text: what };
  },
});

async function scopeOf(
  call: Call,
  target: { readonly file?: string | undefined; readonly path?: string | undefined },
  daily: boolean,
): Promise<string | undefined> {
  if (daily) return call.periodic.resolve('daily');
  if (target.file === undefined && target.path === undefined) return undefined;
  const found = await locate(call, readNoteTarget(target), { byAlias: true, forWriting: false });
  return found.path;
}

async function setStatus(
  call: Call,
  { path }: LocatedNote,
  line: number,
  choose: (now: string) => string,
): Promise<z.output<typeof task>> {
  const edit = (text: string) => {
    const now = findTask(text, line - 1)?.task;
    const changed = now === undefined ? undefined : setTaskStatus(text, line - 1, choose(now));
    if (changed === undefined) throw noTask(path, line);
    return { text: changed };
  };
  const { result } = await changeNote(call, path, edit, { why: `change a task of ${path}` });
  const found = [...tasksOf(path, result.text)].find((each) => each.line === line - 1);
  return { path, line, status: found?.status ?? '', text: found?.text ?? '' };
}

function noTask(path: string, line: number): VaultError {
  return new VaultError('invalid-input', `Line ${line} of "${path}" has no task.`, {
    hint: 'List the tasks of the note to see their lines.',
    data: { line },
  });
}
