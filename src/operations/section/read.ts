import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { invalidEdit } from '../../engine/text/edit/scoped/check-edit.ts';
import { readScope } from '../../engine/text/edit/scoped/read-scope.ts';
import { missingSection } from '../../engine/text/edit/section.ts';
import { defineOperation } from '../operation.ts';
import { levels, sectionTarget, toScopedTarget } from './shapes.ts';

export const sectionRead = defineOperation({
  name: 'section.read',
  summary:
    'Read a heading, a block or a property of a note, or what it holds, as an edit of the same section takes it.',
  access: 'read',
  at: { local: 'ReadSection', rest: 'GET vault/FILE/TYPE/TARGET' },
  input: z.strictObject({
    path: vaultPath.describe('The note to read.'),
    ...sectionTarget,
    scope: z
      .enum(['content', 'marker', 'markerAndContent'])
      .optional()
      .describe('content (default): what the section contains. marker: its name. Or both.'),
    levels,
  }),
  output: z.object({
    path: z.string(),
    text: z.string().optional().describe('Of a heading or a block.'),
    value: z.unknown().optional().describe('Of a property.'),
    etag: z.string().describe('Of the whole note.'),
  }),
  fails: [
    'invalid-input',
    'is-a-folder',
    'not-found',
    'special-file',
    'target-missing',
    'too-large',
  ],
  async run({ notes }, { path, scope = 'content', levels: kind, ...asked }) {
    const target = toScopedTarget(asked);
    if (target === undefined) {
      throw invalidEdit(
        'target',
        `A ${asked.targetType} is named by a text.`,
        'Send its id or its name.',
      );
    }
    const { text, hash } = await notes.read(path);
    const held = readScope(text, target, { scope, levels: kind });
    if (held === undefined) {
      const name = Array.isArray(asked.target) ? asked.target.join('::') : (asked.target ?? '');
      throw missingSection({ type: target.type, target: name });
    }
    return { path, ...held, etag: hash };
  },
});
