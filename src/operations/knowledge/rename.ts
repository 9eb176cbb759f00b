import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored } from '../refactored.ts';

export const headingRename = defineOperation({
  name: 'heading.rename',
  summary: 'Change the text of a heading, and update every link to it.',
  access: 'write',
  at: { local: 'RenameHeading' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    heading: z.string().min(1).describe('Parent::Child, or the bare text if it is unique.'),
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
  summary: 'Change the id of a block, and update every link to it.',
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
  summary: 'Rename a tag in the whole vault, including tags nested under it.',
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
  summary: 'Rename a property in every note that has it.',
  access: 'write',
  at: { local: 'RenameProperty' },
  input: z.strictObject({
    property: z.string().min(1).describe('Its name, case-insensitive.'),
    to: z.string().min(1).describe('The new name.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found'],
  run: ({ refactoring, signal, progress }, { property, to }) =>
    refactoring.renameProperty(property, to, { signal, progress }),
});
