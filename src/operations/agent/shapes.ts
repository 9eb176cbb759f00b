import * as z from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import { periods } from '../../engine/app/periodic/settings.ts';

/** Which note is meant: by its exact path or by name, the active one, or the one of a period. */
export const target = z
  .discriminatedUnion(
    'type',
    [
      z.object({
        type: z.literal('path'),
        path: z.string().min(1),
      }),
      z.object({ type: z.literal('active') }),
      z
        .object({ type: z.literal('name'), name: z.string().min(1) })
        .meta({ unlisted: true })
        .describe('By its name as people write it: a path, a name, another name, a link.'),
      z.object({
        type: z.literal('periodic'),
        period: z.enum(periods),
        date: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .optional()
          .meta({ format: 'date' }),
      }),
    ],
    {
      error: ({ input }) =>
        input === undefined ? 'Name the note, by path for instance.' : undefined,
    },
  )
  .describe('By path, the active file, or a periodic note.');
export type Target = z.output<typeof target>;

export const section = z
  .object({
    type: z.enum(['heading', 'block', 'frontmatter']),
    target: z.string().min(1).describe('Heading ("Parent::Child"), block id or property.'),
  })
  .describe('A part of the note.');

export const contentType = z
  .enum(['markdown', 'json'])
  .default('markdown')
  .describe('"json": table rows, or a typed property.');

export const expectedHash = z
  .string()
  .optional()
  .describe('Refuse if the note has another hash by now.')
  .meta({ short: '' });

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
