import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

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
  async run({ refactoring, signal, progress }, { property, to }) {
    return toRefactored(await refactoring.renameProperty(property, to, { signal, progress }));
  },
});
