import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { tasksOf } from '../../engine/knowledge/index/facts/tasks.ts';
import { addTask, setTaskStatus } from '../../engine/text/edit/tasks.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { changeFails, trace } from './shapes.ts';
import { locateNamed, parseNotePath } from './target.ts';

const task = z.object({
  path: z.string(),
  line: z.int(),
  status: z.string().describe('The character in the box: a blank is open, x is done.'),
  text: z.string(),
});
type AgentTask = z.output<typeof task>;

const input = z.strictObject({
  operation: z.enum(['list', 'set', 'add']).default('list'),
  path: z.string().optional().describe('Note; to list also a folder.'),
  status: z
    .enum(['open', 'done'])
    .optional()
    .describe('"list": only these. "set": what the task becomes.'),
  line: z.int().min(1).optional().describe('"set": where the task is.'),
  text: z
    .string()
    .regex(/^[^\r\n]*$/, 'must be one line')
    .optional()
    .describe('"list": only tasks with it. "add": the task.'),
  limit: z.int().min(1).max(limits.answerEntriesMax).default(100),
});
type Input = z.output<typeof input>;

export const agentTasks = defineOperation({
  name: 'agent.tasks',
  summary:
    'List the tasks (checkboxes) of the vault, a folder or a note, mark one as done or open, or add one. For due dates and other fields use a TASK query in obsidian_search_notes.',
  access: 'write',
  at: { mcp: 'obsidian_manage_tasks' },
  input,
  output: z.object({
    tasks: z.array(task),
    truncated: z.boolean().optional().describe('There are more.'),
    undoId: trace.undoId,
  }),
  fails: [...changeFails, 'target-missing'],

  run(call, input) {
    if (input.operation === 'list') return listTasks(call, input);
    return input.operation === 'set' ? setTask(call, input) : addNewTask(call, input);
  },
  say: ({ tasks, truncated, undoId }) =>
    [
      `**${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}${truncated ? ', and more' : ''}**`,
      ...tasks.map(sayTask),
      ...(undoId === undefined ? [] : [`*Undo:* ${undoId}`]),
    ].join('\n'),
});

function sayTask({ path, line, status, text }: AgentTask): string {
  return oneLine`- [${status}] ${text} (${path}:${line})`;
}

async function listTasks(call: Call, { path: asked, status, text = '', limit }: Input) {
  const within = asked === undefined ? undefined : await findScope(call, asked);
  const known = await call.known();
  const wanted = text.toLowerCase();
  const tasks: AgentTask[] = [];
  const query = { ...(within !== undefined && { within }), ...(status && { state: status }) };
  for (const { path, line, status: box, text: said } of known.tasks(query)) {
    if (!said.toLowerCase().includes(wanted)) continue;
    if (tasks.length === limit) return { tasks, truncated: true };
    tasks.push({ path, line: line + 1, status: box, text: said });
  }
  return { tasks };
}

/** A folder, or the note of this name. */
async function findScope(call: Call, asked: string): Promise<string> {
  const bare = asked.replace(/[/\\]+$/, '');
  if (bare === '') return '';
  const isFolder = call.vault.stat(parseNotePath(call, bare))?.type === 'folder';
  return isFolder ? parseNotePath(call, bare) : (await locateNamed(call, asked)).path;
}

async function setTask(call: Call, { path: asked, line, status = 'done' }: Input) {
  if (asked === undefined || line === undefined) throw needs('set', 'path and line');
  const { path } = await locateNamed(call, asked);
  const edit = (text: string) => {
    const changed = setTaskStatus(text, line - 1, status === 'done' ? 'x' : ' ');
    if (changed === undefined) throw noTaskAt(path, line, text);
    return { text: changed };
  };
  const why = `mark a task of ${path} as ${status}`;
  const { result, undoId } = await changeNote(call, path, edit, { why });
  return withUndo(result.text, path, line, undoId);
}

async function addNewTask(call: Call, { path: asked, text: said, status = 'open' }: Input) {
  if (asked === undefined || said === undefined) throw needs('add', 'path and text');
  const { path } = await locateNamed(call, asked);
  const edit = (text: string) => ({ text: addTask(text, said, status === 'done' ? 'x' : ' ') });
  const { result, undoId } = await changeNote(call, path, edit, { why: `add a task to ${path}` });
  const line = result.text.replace(/\r?\n$/, '').split('\n').length;
  return withUndo(result.text, path, line, undoId);
}

function withUndo(text: string, path: string, line: number, undoId: string | undefined) {
  const found = [...tasksOf(path, text)].filter((each) => each.line === line - 1);
  const tasks = found.map(({ status, text: said }) => ({ path, line, status, text: said }));
  return { tasks, ...(undoId !== undefined && { undoId }) };
}

function needs(operation: string, what: string): VaultError {
  return new VaultError('invalid-input', `The operation "${operation}" needs ${what}.`, {
    hint: 'List the tasks to see their notes and lines.',
    data: { operation },
  });
}

function noTaskAt(path: string, line: number, text: string): VaultError {
  const lines = [...tasksOf(path, text)].map((each) => each.line + 1);
  return new VaultError('target-missing', `Line ${line} of "${path}" has no task.`, {
    path,
    reason: 'section-target-missing',
    hint:
      lines.length === 0 ? 'The note has no tasks.' : `Its tasks are on lines ${lines.join(', ')}.`,
    data: { line },
  });
}
