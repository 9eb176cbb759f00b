import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { parseJsonContent } from '../../engine/text/edit/content.ts';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { appendText } from '../add-text.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { saySize, sayTarget, sayTrace } from './say.ts';
import { changeFails, contentType, expectedHash, section, target } from './shapes.ts';
import { requireTarget, resolveTarget, statFile } from './target.ts';
import { toWriteResult, type WriteResult, writeResult } from './write.ts';

const input = z.strictObject({
  target,
  content: z.string().describe('What to add.'),
  section: section.optional().describe('Add to this part of the note.'),
  contentType,
  createTargetIfMissing: z
    .boolean()
    .default(false)
    .describe('Make the section when it is missing.'),
  expectedHash,
});

export const agentAppend = defineOperation({
  name: 'agent.append',
  summary:
    'Add text at the end of a note, or of one section of it. Without "section" a missing note is created with the content as its whole text, and a line break is put in first when the note does not end in one. With "section" the note must exist; text for a block is added as it is, so start it with a line break for a new line. "createTargetIfMissing" makes a missing section.',
  access: 'write',
  at: { mcp: 'obsidian_append_to_note' },
  input,
  output: writeResult,
  fails: [...changeFails, 'target-missing'],

  run: (call, input) =>
    input.section === undefined
      ? appendWhole(call, input)
      : appendSection(call, input, input.section),
  say: (result) =>
    [
      result.created
        ? `**Created ${result.path}** (the content is now the entire file)`
        : `**Appended to ${result.path}**`,
      saySize(result),
      `*Created:* ${result.created}`,
      sayTarget(result.sectionTargeted, result.sectionTarget),
      ...sayTrace(result),
    ].join('\n'),
});

type Input = z.output<typeof input>;

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
