import * as z from 'zod';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { oneLine } from '../../kit/one-line.ts';
import { defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { saySize, sayTrace } from './say.ts';
import { changeFails, contentType, expectedHash, section, sizes, target, trace } from './shapes.ts';
import { requireTarget } from './target.ts';

const operation = z.enum(['append', 'prepend', 'replace']);

export const agentPatch = defineOperation({
  name: 'agent.patch',
  summary:
    'Append to, prepend to or replace one heading section, block or property of a note; the rest stays as it is. obsidian_get_note with format "document-map" lists them. A bare heading must be the only one of its name.',
  access: 'write',
  at: { mcp: 'obsidian_patch_note', local: 'PatchNote' },
  input: z.strictObject({
    target,
    section,
    operation: operation.describe('Where the content goes.').meta({ short: '' }),
    content: z
      .string()
      .describe('Markdown, or a JSON literal with contentType "json".')
      .meta({ short: '' }),
    contentType,
    patchOptions: z
      .object({
        createTargetIfMissing: z
          .boolean()
          .default(false)
          .describe('Make a missing section.')
          .meta({ short: '' }),
        applyIfContentPreexists: z
          .boolean()
          .default(false)
          .describe('Add it even if it is there already.'),
        trimTargetWhitespace: z
          .boolean()
          .default(false)
          .describe('Accepted, without effect.')
          .meta({ deprecated: true }),
      })
      .optional(),
    expectedHash,
  }),
  output: z.object({
    path: z.string(),
    section: section.describe('The section that was changed, a heading by its full path.'),
    operation,
    ...sizes,
    ...trace,
  }),
  fails: [...changeFails, 'target-missing'],

  async run(
    call,
    { target, section, operation, content, contentType, patchOptions, expectedHash },
  ) {
    const path = await requireTarget(call, target);
    const patch = { section, operation, content, contentType, ...patchOptions };
    const { result, ...changed } = await changeNote(call, path, (text) => applyPatch(text, patch), {
      expectedHash,
      why: `${operation} ${section.type} ${section.target} of ${path}`,
    });
    return { path, section: { type: section.type, target: result.target }, operation, ...changed };
  },
  say: (result) =>
    [
      oneLine`**Patched ${result.path}**`,
      `*Operation:* ${result.operation}`,
      oneLine`*Section:* ${result.section.type} → ${result.section.target}`,
      saySize(result),
      ...sayTrace(result),
    ].join('\n'),
});
