import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { diffShape, toDiffShape } from './shapes.ts';

export const diffGet = defineOperation({
  name: 'diff.get',
  summary: 'A proposed change with the file as it is now and as it would be.',
  access: 'read',
  at: { local: 'GetDiff', web: 'diff.get' },
  input: z.strictObject({ id: z.string() }),
  output: diffShape.extend({
    oldText: z.string().describe('Empty when there is no such file.'),
    newText: z.string(),
  }),
  fails: ['not-found'],
  async run({ workspace }, { id }) {
    const { oldText, newText, ...info } = await workspace.diff(id);
    return { ...toDiffShape(info), oldText, newText };
  },
});
