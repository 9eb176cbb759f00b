import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { pathOrRoot } from '../shapes.ts';

const tasksListed = 200;

export const taskList = defineOperation({
  name: 'task.list',
  summary: 'The tasks of the vault, of a folder or of a note, by note and line.',
  access: 'read',
  at: { local: 'ListTasks', web: 'task.list' },
  input: z.object({
    path: pathOrRoot.nullish().describe('Only tasks of this note, or of notes below this folder.'),
    state: z.enum(['open', 'done']).nullish().describe('Open tasks have a space in their box.'),
    limit: z
      .int()
      .min(1)
      .max(limits.answerEntriesMax)
      .nullish()
      .describe('Maximum number of tasks. Default: 200.'),
    offset: z.int().min(0).nullish().describe('Number of tasks to skip.'),
  }),
  output: z.object({
    tasks: z.array(
      z.object({
        path: z.string(),
        line: z.int().describe('From 1.'),
        status: z.string().describe('The character in the box.'),
        text: z.string(),
        blockId: z.string().optional(),
      }),
    ),
    truncated: z.boolean().describe('There are more.'),
  }),
  async run(call, { path, state, limit, offset }) {
    const known = await call.known();
    const first = offset ?? 0;
    const end = first + (limit ?? tasksListed);
    const tasks = [];
    let at = 0;
    for (const task of known.tasks({ ...(path && { within: path }), ...(state && { state }) })) {
      if (at === end) return { tasks, truncated: true };
      if (at++ >= first) tasks.push({ ...task, line: task.line + 1 });
    }
    return { tasks, truncated: false };
  },
});
