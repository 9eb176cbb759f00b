import * as z from 'zod';
import { oneLine } from '../../kit/one-line.ts';
import { defineOperation } from '../operation.ts';
import { replaceIn, replacement, requireRunnable } from '../replacing.ts';
import { changeNote } from './change.ts';
import { saySize, sayTrace } from './say.ts';
import { changeFails, expectedHash, sizes, target, trace } from './shapes.ts';
import { requireTarget } from './target.ts';

export const agentReplace = defineOperation({
  name: 'agent.replace',
  summary:
    'Search and replace in one note, replacements in order. For many notes use obsidian_edit_notes, for properties obsidian_manage_frontmatter.',
  access: 'write',
  at: { mcp: 'obsidian_replace_in_note', local: 'ReplaceInNote' },
  input: z.strictObject({
    target,
    scope: z.enum(['body', 'frontmatter', 'both']).default('body'),

    replacements: z.array(replacement).min(1),
    expectedHash,
  }),
  output: z.object({
    path: z.string(),
    totalReplacements: z.number().int(),
    perReplacement: z.array(
      z.object({
        search: z.string(),
        count: z.number().int(),
        bodyCount: z.number().int(),
        frontmatterCount: z.number().int(),
      }),
    ),
    ...sizes,
    ...trace,
  }),
  fails: [...changeFails, 'timed-out'],

  async run(call, { target, scope, replacements, expectedHash }) {
    for (const each of replacements) if (each.useRegex) requireRunnable(each);
    const path = await requireTarget(call, target);
    const note = await call.notes.read(path);
    const replaced = await replaceIn(call, note.text, replacements, scope);
    const { text, ...counts } = replaced;
    const size = Buffer.byteLength(note.text);
    const same = { previousSizeInBytes: size, currentSizeInBytes: size, hash: note.hash };
    if (text === note.text) return { path, ...counts, ...same };
    const { result: _, ...changed } = await changeNote(call, path, () => ({ text }), {
      expectedHash: expectedHash ?? note.hash,
      why: `replace in ${path}`,
    });
    return { path, ...counts, ...changed };
  },
  say: (result) =>
    [
      oneLine`**Replaced in ${result.path}**`,
      `*Total replacements:* ${result.totalReplacements}`,
      saySize(result),
      ...sayTrace(result),
      '',
      '**Per replacement**',
      ...result.perReplacement.map(
        ({ search, count, bodyCount, frontmatterCount }) =>
          oneLine`- \`${search}\` → ${count} ${count === 1 ? 'match' : 'matches'} (body ${bodyCount}, frontmatter ${frontmatterCount})`,
      ),
    ].join('\n'),
});
