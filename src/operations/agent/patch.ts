import * as z from 'zod';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { saySize, sayTrace } from './say.ts';
import { changeFails, contentType, expectedHash, section, sizes, target, trace } from './shapes.ts';
import { requireTarget } from './target.ts';

const operation = z.enum(['append', 'prepend', 'replace']);

export const agentPatch = defineOperation({
  name: 'agent.patch',
  summary:
    'Change one heading section, block or property of a note: append to it, prepend to it or replace what it holds. A heading is named by its full path "Parent::Child" or by its bare name when only one heading has it; a name that several have is refused. The rest of the note stays as it is.',
  access: 'write',
  at: { mcp: 'obsidian_patch_note', local: 'PatchNote' },
  input: z.strictObject({
    target,
    section,
    operation: operation.describe('Where the content goes.'),
    content: z.string().describe('Markdown, or a JSON literal with contentType "json".'),
    contentType,
    patchOptions: z
      .object({
        createTargetIfMissing: z.boolean().default(false).describe('Make a missing section.'),
        applyIfContentPreexists: z
          .boolean()
          .default(false)
          .describe('Add the content even if the section holds it already.'),
        trimTargetWhitespace: z.boolean().default(false).describe('Accepted, without effect.'),
      })
      .optional()
      .describe('How to treat a missing section and repeated content.'),
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
      `**Patched ${result.path}**`,
      `*Operation:* ${result.operation}`,
      `*Section:* ${result.section.type} → ${result.section.target}`,
      saySize(result),
      ...sayTrace(result),
    ].join('\n'),
});
