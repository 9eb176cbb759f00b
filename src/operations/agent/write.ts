import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { parseJsonContent, withoutOwnHeading } from '../../engine/text/edit/content.ts';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { oneLine } from '../../kit/one-line.ts';
import { requireNewPath } from '../new-name.ts';
import { type Call, defineOperation } from '../operation.ts';
import { type ChangedNote, changeNote, toTrace } from './change.ts';
import { saySize, sayTarget, sayTrace } from './say.ts';
import { changeFails, contentType, expectedHash, section, sizes, target, trace } from './shapes.ts';
import { requireTarget, resolveTarget, statFile } from './target.ts';

/** What a write or an append did. */
export const writeResult = z.object({
  path: z.string(),
  sectionTargeted: z.boolean(),
  sectionTarget: z
    .string()
    .optional()
    .describe('The section that was meant: the full path of a heading.'),
  created: z.boolean().describe('The call made the file.'),
  ...sizes,
  ...trace,
});
export type WriteResult = z.output<typeof writeResult>;

const input = z.strictObject({
  target,
  content: z.string(),
  section: section.optional().describe('Replace only this part; its heading stays.'),
  contentType,
  overwrite: z.boolean().default(false).describe('Replace an existing note.'),
  expectedHash,
});

export const agentWrite = defineOperation({
  name: 'agent.write',
  summary:
    'Create a note, or replace one section of it. Refuses to replace a whole note without "overwrite"; to change a note prefer obsidian_patch_note, obsidian_append_to_note or obsidian_replace_in_note.',
  access: 'write',
  at: { mcp: 'obsidian_write_note' },
  input,
  output: writeResult,
  fails: ['already-exists', ...changeFails, 'target-missing'],

  run: (call, input) =>
    input.section === undefined
      ? writeWhole(call, input)
      : writeSection(call, input, input.section),
  say: (result) =>
    [
      oneLine`**${result.created ? 'Created' : 'Wrote'} ${result.path}**`,
      saySize(result),
      sayTarget(result.sectionTargeted, result.sectionTarget),
      `*Created:* ${result.created}`,
      ...sayTrace(result),
    ].join('\n'),
});

type Input = z.output<typeof input>;

async function writeWhole(call: Call, input: Input): Promise<WriteResult> {
  const path = await resolveTarget(call, input.target);
  const exists = statFile(call, path);
  if (exists && !input.overwrite) throw fileExists(path);
  requireNewPath(call, path);
  const text = input.contentType === 'json' ? toJsonText(input.content) : input.content;
  const bytes = Buffer.from(text);
  let before: number | undefined;
  const written = await call.vault.write(
    path,
    (old) => {
      before = old?.length;
      return bytes;
    },
    {
      // Another writer may make the note between our check and the write.
      expect: { hash: input.expectedHash, absent: !input.overwrite },
      why: `write ${path}`,
      signal: call.signal,
    },
  );
  const changed: ChangedNote<undefined> = {
    result: undefined,
    previousSizeInBytes: before ?? 0,
    currentSizeInBytes: bytes.length,
    ...toTrace(written),
  };
  return toWriteResult(path, changed, { created: before === undefined });
}

async function writeSection(
  call: Call,
  { target, content, contentType, expectedHash }: Input,
  section: NonNullable<Input['section']>,
): Promise<WriteResult> {
  const path = await requireTarget(call, target);
  const isText = section.type === 'heading' && contentType === 'markdown';
  const changed = await changeNote(
    call,
    path,
    (text) =>
      applyPatch(text, {
        section,
        operation: 'replace',
        content: isText ? withoutOwnHeading(content, section.target) : content,
        contentType,
      }),
    { expectedHash, why: `replace ${section.type} ${section.target} of ${path}` },
  );
  return toWriteResult(path, changed, { created: false, sectionTarget: changed.result.target });
}

/** The result in the shape that writing and appending share. */
export function toWriteResult(
  path: VaultPath,
  { result: _, ...changed }: ChangedNote<unknown>,
  { created, sectionTarget }: { created: boolean; sectionTarget?: string },
): WriteResult {
  return {
    path,
    sectionTargeted: sectionTarget !== undefined,
    ...(sectionTarget !== undefined && { sectionTarget }),
    created,
    ...changed,
  };
}

/** Compact JSON; a JSON text is written as what it says. */
function toJsonText(content: string): string {
  const value = parseJsonContent(content);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fileExists(path: VaultPath): VaultError {
  return new VaultError('already-exists', `Note '${path}' already exists.`, {
    path,
    reason: 'file-exists',
    hint: 'Change a part of it, or pass overwrite: true to replace all of it.',
  });
}
