import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { textRange } from '../../contract/range-schema.ts';
import type { EditorKind, Position, TextRange } from '../../contract/workspace.ts';
import { workspaceLimits } from '../../contract/workspace-limits.ts';
import { createLineMap } from '../../kit/line-map.ts';
import { type Call, defineOperation } from '../operation.ts';

const notes = z.array(vaultPath).max(workspaceLimits.notesOpenMax).nullish();

export const workspaceSetState = defineOperation({
  name: 'workspace.setState',
  summary: 'An editor reports everything that it shows now. The report ends with its connection.',
  access: 'read',
  at: { local: 'SetEditorState', web: 'workspace.setState' },
  input: z.strictObject({
    active: vaultPath.nullish().describe('The active note.'),
    selection: textRange.nullish().describe('In the active note; a bare cursor is an empty range.'),
    text: z
      .string()
      .max(workspaceLimits.selectionUnitsMax)
      .nullish()
      .describe('The selected text. Default: taken from the file.'),
    open: notes.describe('Every open note. Default: the active one.'),
    dirty: notes.describe('Open notes with unsaved text.'),
    kind: z
      .enum(['plugin', 'editor'])
      .nullish()
      .describe('The companion plugin takes precedence over other editors.'),
    diffs: z.boolean().nullish().describe('Whether this editor can show proposed changes.'),
  }),
  output: z.object({
    withheld: z
      .boolean()
      .optional()
      .describe('True when assistants hear nothing about the active note.'),
  }),
  async run(call, { active, selection, text, open, dirty, kind, diffs }) {
    const { workspace, session } = call;
    const range = selection ? ordered(selection) : undefined;
    workspace.report(session, kindOf(call, kind), {
      active: active ?? undefined,
      selection: active ? range : undefined,
      text: text ?? (active && range ? await readRange(call, active, range) : ''),
      open: [...new Set([...(active ? [active] : []), ...(open ?? [])])],
      dirty: dirty ?? [],
    });
    if (diffs === true) workspace.attachViewer(session, 'declared');
    if (diffs === false) workspace.detachViewer(session, 'declared');
    return active && workspace.isWithheld(active) ? { withheld: true } : {};
  },
});

/** A page of the dashboard is known by its protocol. */
function kindOf({ caller }: Call, kind: 'plugin' | 'editor' | null | undefined): EditorKind {
  return caller.protocol === 'web' ? 'dashboard' : (kind ?? 'editor');
}

async function readRange(
  { notes }: Call,
  path: Parameters<Call['notes']['read']>[0],
  { start, end }: TextRange,
): Promise<string> {
  if (compare(start, end) === 0) return '';
  try {
    const { text } = await notes.read(path);
    const lines = createLineMap(text);
    return text.slice(lines.offsetAt(start), lines.offsetAt(end));
  } catch {
    return '';
  }
}

/** People select backwards too. */
function ordered({ start, end }: TextRange): TextRange {
  return compare(start, end) <= 0 ? { start, end } : { start: end, end: start };
}

function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
