import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { changedSinceRead } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { applyScopedEdit } from '../../engine/text/edit/scoped/apply-edit.ts';
import { invalidEdit } from '../../engine/text/edit/scoped/check-edit.ts';
import { isRename } from '../../engine/text/edit/scoped/rename.ts';
import {
  editOperations,
  editScopes,
  type ScopedEdit,
  type ScopedEdited,
} from '../../engine/text/edit/scoped/scoped-edit.ts';
import { fileCondition, isConditional, requireCondition } from '../file/condition.ts';
import { type Call, defineOperation } from '../operation.ts';
import { destination, levels, sectionTarget, toScopedTarget } from './shapes.ts';

const input = z.strictObject({
  path: vaultPath.describe('The note to change.'),
  ...sectionTarget,
  operation: z.enum(editOperations).describe('What to do with the section.'),
  scope: z
    .enum(editScopes)
    .optional()
    .describe(
      'content (default): what the section contains. marker: its heading, id or name. markerAndContent: both. parent: where a heading stands.',
    ),
  content: z.string().optional().describe('Markdown, or the new name.'),
  value: z.unknown().optional().describe('A property, or rows for a table that a block id names.'),
  destination: destination.optional().describe('With the scope "parent": where to.'),
  within: z
    .int()
    .optional()
    .describe('Only this block below the heading, from 0, or from the end with -1.'),
  createTargetIfMissing: z.boolean().optional().describe('Create the section if it is missing.'),
  rejectIfContentPreexists: z
    .boolean()
    .optional()
    .describe('Fail if the section already contains the content.'),
  levels,
  ifMatch: z.string().optional().describe('Fail if the etag of the note has changed.'),
  condition: fileCondition.optional(),
  start: z
    .string()
    .optional()
    .describe('Initial text of a note that does not exist yet. Without it, the note must exist.'),
});
type Input = z.output<typeof input>;

export const sectionEdit = defineOperation({
  name: 'section.edit',
  summary:
    'Change a heading, a block or a property of a note, or what it holds: add to it, replace it, rename it, delete it, move it. The rest of the note stays as it is; links follow a new name.',
  access: 'write',
  at: { local: 'EditSection', rest: 'PATCH vault/FILE' },
  input,
  output: z.object({
    path: z.string(),
    content: z.string().describe('The whole text of the note after the edit.'),
    etag: z.string(),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .readonly()
      .describe('What is not as the content says.'),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: [
    'already-exists',
    'changed-on-disk',
    'invalid-input',
    'is-a-folder',
    'not-found',
    'special-file',
    'target-missing',
    'too-large',
  ],
  async run(call, input) {
    const edit = toEdit(input);
    return isRename(edit) ? rename(call, input, edit) : change(call, input, edit);
  },
});

function toEdit(asked: Input): ScopedEdit {
  const { targetType, target: raw, firstMatch, scope = 'content', ...rest } = asked;
  const target = toScopedTarget({ targetType, target: raw, firstMatch });
  if (target === undefined) {
    throw invalidEdit('target', `A ${targetType} is named by a text.`, 'Send its id or its name.');
  }
  return { ...rest, target, scope };
}

async function change(call: Call, input: Input, edit: ScopedEdit) {
  const { path, start } = input;
  const isNew = start !== undefined && call.vault.stat(path) === undefined;
  let edited: ScopedEdited | undefined;
  const { hash = '', step } = await call.notes.update(
    path,
    (text) => {
      requireVersion(input, text);
      edited = applyScopedEdit(isNew && text === '' ? start : text, edit);
      return edited.text;
    },
    { create: isNew, why: sayEdit(path, edit), signal: call.signal },
  );
  if (edited === undefined) {
    throw new VaultError('internal', 'The note was written without an edit.');
  }
  const { text: content, warnings } = edited;
  return { path, content, etag: hash, warnings, ...(step && { step }) };
}

/** A new name may change other notes, too, so it is a plan and not an edit of one note. */
async function rename(call: Call, input: Input, edit: ScopedEdit) {
  const { refactoring, notes, signal, progress } = call;
  const { path } = input;
  const before = await notes.read(path);
  requireVersion(input, before.text);
  // What is refused is refused by the note itself, whatever the index says of it.
  const isSame = applyScopedEdit(before.text, edit).text === before.text;
  if (isSame) return { path, content: before.text, etag: before.hash, warnings: [] };
  const check = (text: string) => requireVersion(input, text);
  const options = { check, why: sayEdit(path, edit), signal, progress };
  const { step } = await refactoring.renameSection(path, edit, options);
  const { text: content, hash: etag } = await notes.read(path);
  return { path, content, etag, warnings: [], ...(step && { step }) };
}

/** Refuses when the note has another text than the caller knows of. */
function requireVersion({ path, ifMatch, condition = {} }: Input, text: string): void {
  if (ifMatch === undefined && !isConditional(condition)) return;
  const hash = hashOf(Buffer.from(text));
  if (ifMatch !== undefined && ifMatch !== hash) throw changedSinceRead(path);
  requireCondition(path, condition, hash);
}

function sayEdit(path: VaultPath, { target, operation, scope }: ScopedEdit): string {
  const at =
    target.type === 'heading' ? target.at : target.type === 'block' ? target.id : target.key;
  const name = typeof at === 'string' ? at : at.join('::');
  const what = scope === 'content' ? target.type : `${scope} of ${target.type}`;
  return `${operation} ${what} ${name} of ${path}`;
}
