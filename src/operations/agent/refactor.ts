import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { rootPath } from '../../contract/paths.ts';
import type { Refactored } from '../../engine/changes/plan.ts';
import { oneLine } from '../../kit/one-line.ts';
import { requireNewPath } from '../new-name.ts';
import { type Call, defineOperation } from '../operation.ts';
import { sayUnknownTags } from './near-tags.ts';
import { sayCount, sayTrace } from './say.ts';
import { trace } from './shapes.ts';
import { resolveTarget } from './target.ts';

const path = z.string().min(1);
const to = z.string().min(1);

const input = z.strictObject({
  change: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('renameHeading'),
      path,
      heading: z.string().min(1).describe('"Parent::Child" or a bare name.'),
      to: to.describe('New name; for "split" the new note.'),
    }),
    z.object({
      type: z.literal('renameBlock'),
      path,
      block: z.string().min(1),
      to: to,
    }),
    z.object({ type: z.literal('renameTag'), tag: z.string().min(1), to }),
    z.object({ type: z.literal('renameProperty'), property: z.string().min(1), to }),
    z.object({
      type: z.literal('merge'),
      paths: z.array(path).min(1).describe('"merge": the notes that go.'),
      into: path.describe('"merge": the note that stays.'),
    }),
    z.object({
      type: z.literal('split'),
      path,
      heading: z.string().min(1),
      to: path,
      leave: z.enum(['embed', 'link', 'nothing']).default('link'),
    }),
  ]),
});

export const agentRefactor = defineOperation({
  name: 'agent.refactor',
  summary:
    'Rename a heading, block, tag or property in all notes, links included; merge notes; or split a section off. To rename a note use obsidian_move_note.',
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
      `**Changed ${sayCount(changed, 'place')} in ${sayCount(filesTouched.length, 'file')}**`,
      ...filesTouched.map((each) => oneLine`- ${each}`),
      ...(filesLeft.length === 0 ? [] : [oneLine`*Left as they are:* ${filesLeft.join(', ')}`]),
      ...sayTrace({ undoId }),
    ].join('\n'),
});

async function refactor(call: Call, change: z.output<typeof input>['change']): Promise<Refactored> {
  const { refactoring, signal, progress } = call;
  const toNote = async (name: string) => {
    const path = await resolveTarget(call, { type: 'name', name });
    call.policy.requireWrite(path);
    return path;
  };
  switch (change.type) {
    case 'renameHeading':
    case 'renameBlock': {
      const anchor =
        change.type === 'renameHeading'
          ? ({ kind: 'heading', name: change.heading } as const)
          : ({ kind: 'block', name: change.block } as const);
      const path = await toNote(change.path);
      return refactoring.renameAnchor(path, anchor, change.to, { signal, progress });
    }
    case 'renameTag':
      await requireTag(call, change.tag);
      return refactoring.renameTag(change.tag, change.to, { signal, progress });
    case 'renameProperty':
      return refactoring.renameProperty(change.property, change.to, { signal, progress });
    case 'merge': {
      const [into, ...parts] = await Promise.all([change.into, ...change.paths].map(toNote));
      return refactoring.merge(parts, into ?? rootPath, { signal, progress });
    }
    case 'split': {
      const [note, made] = [await toNote(change.path), await toNote(change.to)];
      requireNewPath(call, made);
      const options = { leave: change.leave, signal, progress };
      return refactoring.split(note, change.heading, made, options);
    }
  }
}

/** Refuses a tag that no note has, and offers those that are near. */
async function requireTag(call: Call, tag: string): Promise<void> {
  const unknown = await sayUnknownTags(call, [tag]);
  if (unknown === undefined) return;
  throw new VaultError('not-found', unknown, {
    reason: 'tag-missing',
    hint: 'List the tags to see which there are.',
  });
}
