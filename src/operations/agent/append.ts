import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { parseJsonContent } from '../../engine/text/edit/content.ts';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { oneLine } from '../../kit/one-line.ts';
import { appendText } from '../add-text.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { saySize, sayTarget, sayTrace } from './say.ts';
import { changeFails, contentType, expectedHash, section, type Target, target } from './shapes.ts';
import { findNamed, requireTarget, resolveTarget, statFile } from './target.ts';
import { toWriteResult, type WriteResult, writeResult } from './write.ts';

const input = z.strictObject({
  target,
  content: z.string(),
  section: section.optional().describe('Add to this part.'),
  contentType,
  createTargetIfMissing: z.boolean().default(false).describe('Make a missing section.'),
  expectedHash,
});

export const agentAppend = defineOperation({
  name: 'agent.append',
  summary:
    'Add text at the end of a note, or of one section of it. Without "section" a missing note is created.',
  access: 'write',
  at: { mcp: 'obsidian_append_to_note' },
  input,
  output: writeResult,
  fails: [...changeFails, 'target-missing'],

  async run(call, input) {
    const section = input.section ?? (await linkedSection(call, input.target));
    return section === undefined ? appendWhole(call, input) : appendSection(call, input, section);
  },
  say: (result) =>
    [
      result.created
        ? oneLine`**Created ${result.path}** (the content is now the entire file)`
        : oneLine`**Appended to ${result.path}**`,
      saySize(result),
      `*Created:* ${result.created}`,
      sayTarget(result.sectionTargeted, result.sectionTarget),
      ...sayTrace(result),
    ].join('\n'),
});

type Input = z.output<typeof input>;

/** A link to a part of a note means the end of that part. */
async function linkedSection(call: Call, target: Target): Promise<Input['section']> {
  if (target.type !== 'name' || !target.name.includes('#')) return undefined;
  return (await findNamed(call, target.name))?.section;
}

async function appendWhole(call: Call, input: Input): Promise<WriteResult> {
  const path = await resolveTarget(call, input.target);
  const existed = statFile(call, path);
  const content = input.contentType === 'json' ? toText(input.content) : input.content;
  const changed = await changeNote(call, path, (text) => ({ text: appendText(text, content) }), {
    expectedHash: input.expectedHash,
    why: `append to ${path}`,
    create: true,
  });
  return toWriteResult(path, changed, { created: !existed });
}

async function appendSection(
  call: Call,
  { target, content, contentType, createTargetIfMissing, expectedHash }: Input,
  section: NonNullable<Input['section']>,
): Promise<WriteResult> {
  const path = await requireTarget(call, target);
  const changed = await changeNote(
    call,
    path,
    (text) =>
      applyPatch(text, {
        section,
        operation: 'append',
        content,
        contentType,
        createTargetIfMissing,
      }),
    { expectedHash, why: `append to ${section.type} ${section.target} of ${path}` },
  );
  return toWriteResult(path, changed, { created: false, sectionTarget: changed.result.target });
}

function toText(content: string): string {
  const value = parseJsonContent(content);
  if (typeof value === 'string') return value;
  throw new VaultError('invalid-input', 'Only a JSON text can be added to the end of a note.', {
    reason: 'content-invalid-json',
    hint: 'Send the content as a JSON text in quotes, or with contentType "markdown".',
  });
}
