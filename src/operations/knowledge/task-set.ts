import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { setTaskStatus } from '../../engine/text/edit/tasks.ts';
import { changeNote } from '../agent/change.ts';
import { defineOperation } from '../operation.ts';

export const taskSet = defineOperation({
  name: 'task.set',
  summary: 'Set the status character of a task. Nothing else in the note changes.',
  access: 'write',
  at: { web: 'task.set' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    line: z.int().min(1).describe('Where the task is.'),
    status: z
      .string()
      .regex(/^[^\r\n[\]]$/u, 'must be one character')
      .describe('A space means open, x means done.'),
    text: z.string().nullish().describe('Fail if the line no longer has this text.'),
  }),
  output: z.object({
    etag: z.string(),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: ['changed-on-disk', 'not-found', 'target-missing'],
  async run(call, { path, line, status, text: said }) {
    const edit = (text: string) => {
      if (said != null && !lineOf(text, line).includes(said)) throw movedTask(path, line);
      const changed = setTaskStatus(text, line - 1, status);
      if (changed === undefined) throw noTask(path, line);
      return { text: changed };
    };
    const why = `mark a task of ${path} as [${status}]`;
    const { hash = '', undoId } = await changeNote(call, path, edit, { why });
    return { etag: hash, ...(undoId && { step: undoId }) };
  },
});

function lineOf(text: string, line: number): string {
  return text.split('\n')[line - 1] ?? '';
}

function movedTask(path: VaultPath, line: number): VaultError {
  return new VaultError('changed-on-disk', `Line ${line} of "${path}" has another task by now.`, {
    path,
    hint: 'List the tasks again.',
  });
}

function noTask(path: VaultPath, line: number): VaultError {
  return new VaultError('target-missing', `Line ${line} of "${path}" has no task.`, {
    path,
    reason: 'section-target-missing',
    hint: 'Read the note again.',
  });
}
