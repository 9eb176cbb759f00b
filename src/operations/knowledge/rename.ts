import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored } from '../refactored.ts';

export const headingRename = defineOperation({
  name: 'heading.rename',
  summary: 'Give a heading another text, and every link to it, too.',
  access: 'write',
  at: { local: 'RenameHeading' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    heading: z.string().min(1).describe('Parent::Child, or the bare name when only one has it.'),
    to: z.string().min(1).describe('The new text.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found', 'target-missing'],
  run({ refactoring, signal, progress }, { path, heading: name, to }) {
    const anchor = { kind: 'heading', name } as const;
    return refactoring.renameAnchor(path, anchor, to, { signal, progress });
  },
});

export const blockRename = defineOperation({
  name: 'block.rename',
  summary: 'Give a block another id, and every link to it, too.',
  access: 'write',
  at: { local: 'RenameBlock' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    block: z.string().min(1).describe('The id, with or without its caret.'),
    to: z.string().min(1).describe('The new id: letters, digits, hyphens.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found', 'target-missing'],
  run({ refactoring, signal, progress }, { path, block: name, to }) {
    const anchor = { kind: 'block', name } as const;
    return refactoring.renameAnchor(path, anchor, to, { signal, progress });
  },
});

export const tagRename = defineOperation({
  name: 'tag.rename',
  summary: 'Give a tag another name in the whole vault; tags below it come along.',
  access: 'write',
  at: { local: 'RenameTag' },
  input: z.strictObject({
    tag: z.string().min(1).describe('With or without #.'),
    to: z.string().min(1).describe('The new name.'),
  }),
  output: refactored,
  fails: ['not-found'],
  run: ({ refactoring, signal, progress }, { tag, to }) =>
    refactoring.renameTag(tag, to, { signal, progress }),
});

export const propertyRename = defineOperation({
  name: 'property.rename',
  summary: 'Give a property another name in every note that has it.',
  access: 'write',
  at: { local: 'RenameProperty' },
  input: z.strictObject({
    property: z.string().min(1).describe('Its name, in any case.'),
    to: z.string().min(1).describe('The new name.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found'],
  run: ({ refactoring, signal, progress }, { property, to }) =>
    refactoring.renameProperty(property, to, { signal, progress }),
});
