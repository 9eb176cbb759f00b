import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { planEach } from '../../engine/store/steps/plan-each.ts';
import { oneLine } from '../../kit/one-line.ts';
import { requireHash } from '../agent/change.ts';
import { sayCount } from '../agent/say.ts';
import { changeFails, expectedHash, trace } from '../agent/shapes.ts';
import { findNamed } from '../agent/target.ts';
import { type Call, defineOperation } from '../operation.ts';
import { unifiedDiff } from '../unified-diff.ts';
import { chooseNotes, noteChoice } from './choose-notes.ts';
import { applyEdit, type NoteEdit, noteEdit, requireUsable } from './note-edit.ts';

const input = z.strictObject({
  edits: z
    .array(z.object({ path: vaultPath, expectedHash, edit: noteEdit }))
    .min(1)
    .max(limits.stepOperationsMax)
    .nullish(),
  where: noteChoice.nullish(),
  edit: noteEdit.nullish().describe('With "where".'),
  expectedCount: z
    .int()
    .min(0)
    .nullish()
    .describe('Refuse unless exactly this many notes would change.'),
  dryRun: z
    .boolean()
    .nullish()
    .describe('Only tell what would change, as a unified diff.')
    .meta({ short: 'Only return the diff.' }),
});

export const bulkEdit = defineOperation({
  name: 'bulk.edit',
  summary:
    'Change many notes as one step that one undo takes back: a list of "edits", or one "edit" for all notes "where" a Dataview query, tag, folder or text fits.',
  access: 'write',
  at: { local: 'EditNotes', mcp: 'obsidian_edit_notes' },
  input,
  output: z.object({
    changed: z.array(z.string()).describe('Notes that are different now.'),
    unchanged: z.number().int().describe('Notes that had nothing to change.'),
    dryRun: z.boolean(),
    diff: z.string().optional().describe('What would change, with dryRun.'),
    undoId: trace.undoId,
  }),
  fails: [...changeFails, 'target-missing', 'timed-out', 'too-large'],

  async run(call, asked) {
    const planned = await planAll(call, await listEdits(call, asked));
    const changes = planned.filter(({ before, after }) => before !== after);
    requireCount(changes.length, asked.expectedCount);
    const outcome = { unchanged: planned.length - changes.length, dryRun: asked.dryRun === true };
    const changed = changes.map(({ path }) => path);
    if (outcome.dryRun) return { changed, ...outcome, diff: toDiff(changes) };
    const writes = changes.map(({ path, hash, after }) => ({
      kind: 'write' as const,
      path,
      bytes: Buffer.from(after),
      expect: { hash },
    }));
    const why = describe(asked.edit ?? asked.edits?.[0]?.edit, changed);
    const { id } = await call.vault.apply(writes, {
      why,
      signal: call.signal,
      progress: call.progress,
    });
    return { changed, ...outcome, ...(id !== undefined && { undoId: id }) };
  },
  say: ({ changed, unchanged, dryRun, diff, undoId }) =>
    [
      `**${dryRun ? 'Would change' : 'Changed'} ${sayCount(changed.length, 'note')}**${unchanged === 0 ? '' : `, ${unchanged} needed no change`}`,
      ...(diff === undefined
        ? changed.map((path) => oneLine`- ${path}`)
        : ['```diff', diff, '```']),
      ...(undoId === undefined ? [] : [`*Undo:* ${undoId}`]),
    ].join('\n'),
});

interface PathEdit {
  readonly path: VaultPath;
  readonly expectedHash?: string | undefined;
  readonly edit: NoteEdit;
}

interface Planned {
  readonly path: VaultPath;
  readonly hash: string;
  readonly before: string;
  after: string;
}

async function listEdits(
  call: Call,
  { edits, where, edit }: z.output<typeof input>,
): Promise<readonly PathEdit[]> {
  if (edits != null && where == null && edit == null) return edits;
  if (edits == null && where != null && edit != null) {
    return (await chooseNotes(call, where)).map((path) => ({ path, edit }));
  }
  throw new VaultError('invalid-input', 'Give either "edits", or "where" together with "edit".', {
    hint: 'A list has its own paths; a choice of notes needs one edit for all of them.',
  });
}

/** Every note is read once, and written from what was read: if it changes meanwhile, nothing is done. */
async function planAll(call: Call, edits: readonly PathEdit[]): Promise<Planned[]> {
  for (const { edit } of edits) requireUsable(edit);
  const planned = new Map<VaultPath, Planned>();
  await planEach(edits, call, async ({ path: asked, expectedHash: wanted, edit }) => {
    const path = await findEdited(call, asked);
    call.policy.requireWrite(path);
    const note = planned.get(path) ?? (await readNote(call, path));
    requireHash(path, note.hash, wanted);
    note.after = await applyEdit(call, note.after, edit);
    planned.set(path, note);
  });
  return [...planned.values()];
}

/** Exactly this path, or else the only note of this name. */
async function findEdited(call: Call, asked: VaultPath): Promise<VaultPath> {
  if (!call.policy.mayRead(asked) || call.vault.stat(asked) !== undefined) return asked;
  return (await findNamed(call, asked))?.path ?? asked;
}

async function readNote({ notes }: Call, path: VaultPath): Promise<Planned> {
  const { text, hash } = await notes.read(path);
  return { path, hash, before: text, after: text };
}

function requireCount(count: number, expected: number | null | undefined): void {
  if (expected == null || count === expected) return;
  throw new VaultError(
    'invalid-input',
    `${count} ${count === 1 ? 'note' : 'notes'} would change, and ${expected} were expected.`,
    {
      reason: 'unexpected-count',
      hint: 'Look at a dry run first; nothing was changed.',
      data: { count, expected },
    },
  );
}

function toDiff(changes: readonly Planned[]): string {
  let text = '';
  for (const { path, before, after } of changes) {
    text += `${unifiedDiff(path, before, after, 2).join('\n')}\n`;
    if (text.length > limits.bulkDiffUnitsMax)
      return `${text.slice(0, limits.bulkDiffUnitsMax)}\n…`;
  }
  return text;
}

function describe(edit: NoteEdit | undefined, changed: readonly string[]): string {
  const what = edit?.type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) ?? 'edit';
  return changed.length === 1 ? `${what} in ${changed[0]}` : `${what} in ${changed.length} notes`;
}
