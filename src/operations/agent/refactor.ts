import * as z from 'zod';
import type { Refactored } from '../../engine/changes/plan.ts';
import { type Call, defineOperation } from '../operation.ts';
import { sayTrace } from './say.ts';
import { trace } from './shapes.ts';
import { parseNotePath } from './target.ts';

const path = z.string().min(1).describe('Path of the note, with its extension.');
const to = z.string().min(1);

const input = z.strictObject({
  change: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('renameHeading'),
        path,
        heading: z.string().min(1).describe('"Parent::Child", or a bare name that only one has.'),
        to: to.describe('The new text.'),
      }),
      z.object({
        type: z.literal('renameBlock'),
        path,
        block: z.string().min(1).describe('Its id, without caret.'),
        to: to.describe('The new id.'),
      }),
      z.object({ type: z.literal('renameTag'), tag: z.string().min(1), to }),
      z.object({ type: z.literal('renameProperty'), property: z.string().min(1), to }),
      z.object({
        type: z.literal('merge'),
        paths: z.array(path).min(1).describe('The notes that go, in order.'),
        into: path.describe('The note that stays.'),
      }),
      z.object({
        type: z.literal('split'),
        path,
        heading: z.string().min(1).describe('The section that goes, heading included.'),
        to: path.describe('The new note.'),
        leave: z.enum(['embed', 'link', 'nothing']).default('link'),
      }),
    ])
    .describe('What to change.'),
});

export const agentRefactor = defineOperation({
  name: 'agent.refactor',
  summary:
    'Rename a heading, block, tag or property, merge notes, or split a section off, everywhere at once: links, nested tags and properties in all notes follow. One call is one change and can be undone as one. To move or rename a note itself use obsidian_move_note.',
  access: 'write',
  at: { mcp: 'obsidian_refactor' },
  input,
  output: z.object({
    changed: z.number().int().describe('Places that are different.'),
    filesTouched: z.array(z.string()),
    filesLeft: z.array(z.string()).describe('Files that should change, but are not writable here.'),
    undoId: trace.undoId,
  }),
  fails: [
    'already-exists',
    'changed-on-disk',
    'forbidden',
    'invalid-input',
    'not-found',
    'path-outside-vault',
    'target-missing',
  ],

  async run(call, { change }) {
    const { step, ...done } = await refactor(call, change);
    return { ...done, ...(step !== undefined && { undoId: step }) };
  },
  say: ({ changed, filesTouched, filesLeft, undoId }) =>
    [
      `**Changed ${changed} places in ${filesTouched.length} files**`,
      ...filesTouched.map((each) => `- ${each}`),
      ...(filesLeft.length === 0 ? [] : [`*Left as they are:* ${filesLeft.join(', ')}`]),
      ...sayTrace({ undoId }),
    ].join('\n'),
});

function refactor(call: Call, change: z.output<typeof input>['change']): Promise<Refactored> {
  const { refactoring, signal, progress } = call;
  const toNote = (raw: string) => parseNotePath(call, raw, 'write');
  switch (change.type) {
    case 'renameHeading':
    case 'renameBlock': {
      const anchor =
        change.type === 'renameHeading'
          ? ({ kind: 'heading', name: change.heading } as const)
          : ({ kind: 'block', name: change.block } as const);
      return refactoring.renameAnchor(toNote(change.path), anchor, change.to, { signal, progress });
    }
    case 'renameTag':
      return refactoring.renameTag(change.tag, change.to, { signal, progress });
    case 'renameProperty':
      return refactoring.renameProperty(change.property, change.to, { signal, progress });
    case 'merge': {
      const parts = change.paths.map(toNote);
      return refactoring.merge(parts, toNote(change.into), { signal, progress });
    }
    case 'split': {
      const [note, made] = [toNote(change.path), toNote(change.to)];
      const options = { leave: change.leave, signal, progress };
      return refactoring.split(note, change.heading, made, options);
    }
  }
}
