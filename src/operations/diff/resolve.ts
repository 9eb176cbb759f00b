import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const diffResolve = defineOperation({
  name: 'diff.resolve',
  summary:
    'Decide on a proposed change. The client that proposed it writes the file; vaultd does not.',
  access: 'write',
  at: { local: 'ResolveDiff', web: 'diff.resolve' },
  input: z.strictObject({
    id: z.string(),
    decision: z
      .enum(['accept', 'reject', 'close'])
      .describe('Closing without a decision counts as a rejection.'),
    text: z.string().nullish().describe('The accepted text, if it differs from the proposed one.'),
  }),
  output: nothing,
  fails: ['not-found'],
  async run({ workspace }, { id, decision, text }) {
    const { newText } = await workspace.diff(id);
    if (decision === 'accept') workspace.resolve(id, { kind: 'accepted', text: text ?? newText });
    else workspace.resolve(id, { kind: decision === 'reject' ? 'rejected' : 'closed' });
    return {};
  },
});
