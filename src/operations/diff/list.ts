import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';
import { diffShape, toDiffShape } from './shapes.ts';

export const diffList = defineOperation({
  name: 'diff.list',
  summary: 'The proposed changes that wait for a decision.',
  access: 'read',
  at: { local: 'ListDiffs', web: 'diff.list' },
  input: nothing,
  output: z.object({ diffs: z.array(diffShape) }),
  fails: [],
  run: ({ workspace }) => ({ diffs: workspace.diffs().map(toDiffShape) }),
});
