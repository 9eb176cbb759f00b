import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { bytes, unixMs } from '../shapes.ts';
import { describeOp } from './describe-step.ts';
import { listedStep } from './listed-step.ts';

const exportedFile = listedStep.shape.files.element.extend({
  content: bytes.optional().describe('The bytes afterwards, while history keeps them.'),
  first: bytes.optional().describe('The bytes before, while history keeps them.'),
  mode: z.int().optional().describe('Of the file afterwards.'),
});

const exportedStep = listedStep.omit({ files: true, at: true }).extend({
  at: unixMs,
  files: z.array(exportedFile),
});

export const historyExport = defineOperation({
  name: 'history.export',
  summary: 'All steps with their contents, oldest first, for an export.',
  access: 'read',
  at: { local: 'ExportChanges' },
  input: z.object({
    after: z.string().nullish().describe('The last step of the previous page.'),
    limit: z.int().min(1).max(limits.exportStepsMax).nullish(),
  }),
  output: z.object({
    steps: z.array(exportedStep),
    more: z.boolean(),
  }),
  run({ history }, { after, limit }) {
    const all = history.log().toReversed();
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    const size = limit ?? limits.exportStepsMax;
    const page: z.output<typeof exportedStep>[] = [];
    let total = 0;
    for (const { id, at, protocol, client, why, ops, undoes } of all.slice(start, start + size)) {
      if (total > limits.exportBytesMax) break;
      const files = ops.map((op) => {
        const before = op.op === 'put' || op.op === 'remove' ? op.before : null;
        const later = op.op === 'put' ? op.after : null;
        const [first, content] = [history.content(before), history.content(later)];
        total += (first?.length ?? 0) + (content?.length ?? 0);
        return {
          ...describeOp(op),
          ...(content && { content }),
          ...(first && { first }),
          ...(later?.type === 'file' && { mode: later.mode }),
        };
      });
      page.push({ change: id, at, protocol, client, why, files, ...(undoes && { undoes }) });
    }
    return { steps: page, more: start + page.length < all.length };
  },
});
