import * as z from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import { periods } from '../../engine/app/periodic/settings.ts';

/** Which note is meant: by path, the active one, or the one of a period. */
export const target = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('path'),
      path: z
        .string()
        .min(1)
        .describe('Path in the vault with its extension, such as "Folder/Note.md".'),
    }),
    z.object({ type: z.literal('active') }),
    z.object({
      type: z.literal('periodic'),
      period: z.enum(periods).describe('The kind of periodic note.'),
      date: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .optional()
        .describe('A day of the period as YYYY-MM-DD; the current period when left out.'),
    }),
  ])
  .describe('The note: a path, the active file, or a periodic note.');
export type Target = z.output<typeof target>;

export const section = z
  .object({
    type: z.enum(['heading', 'block', 'frontmatter']).describe('What kind of part is meant.'),
    target: z
      .string()
      .min(1)
      .describe(
        'A heading as "Parent::Child" or its bare name, a block id without caret, or a property name.',
      ),
  })
  .describe('A part of the note. A document map lists what there is.');

export const contentType = z
  .enum(['markdown', 'json'])
  .default('markdown')
  .describe('"json": the content is a JSON literal (table rows, a typed property).');

export const expectedHash = z
  .string()
  .optional()
  .describe('Refuse when the note has other content by now. Reading and writing tools return it.');

export const sizes = {
  previousSizeInBytes: z.number().int().nonnegative(),
  currentSizeInBytes: z.number().int().nonnegative(),
};

/** What a change adds to its result: the version it made and the way back. */
export const trace = {
  hash: z.string().optional().describe('Version of the note after the change.'),
  undoId: z
    .string()
    .optional()
    .describe('Step that takes the change back; absent when nothing changed.'),
};

export const notice = z.string().optional().describe('Something the caller should know.');

/** How tools fail that read a note. */
export const readFails = [
  'forbidden',
  'invalid-input',
  'is-a-folder',
  'not-found',
  'path-outside-vault',
] as const satisfies readonly ErrorCode[];

/** How tools fail that change a note. */
export const changeFails = ['changed-on-disk', ...readFails] as const;
