import * as z from 'zod';
import type { DiffInfo } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';
import { isoTime, nothing } from '../shapes.ts';

export const diffShape = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  client: z.string().describe('Who proposes it.'),
  since: isoTime,
  isStale: z.boolean().describe('The file has changed since it was proposed.'),
  isDecidedElsewhere: z
    .boolean()
    .describe('Nothing could show it, so its client asks the user itself.'),
});

export function toDiffShape({ since, ...info }: DiffInfo): z.output<typeof diffShape> {
  return { ...info, since: new Date(since).toISOString() };
}

export const diffGet = defineOperation({
  name: 'diff.get',
  summary: 'A proposed change: the current text of the file and the proposed one.',
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

export const diffList = defineOperation({
  name: 'diff.list',
  summary: 'The proposed changes that wait for a decision.',
  access: 'read',
  at: { local: 'ListDiffs', web: 'diff.list' },
  input: nothing,
  output: z.object({ diffs: z.array(diffShape) }),
  run: ({ workspace }) => ({ diffs: workspace.diffs().map(toDiffShape) }),
});
