import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { History } from '../../engine/store/history/history.ts';
import type { Op } from '../../engine/store/journal/record.ts';
import { defineOperation } from '../operation.ts';
import { describe, describeOp } from './describe-step.ts';
import { listedStep } from './listed-step.ts';

const shownFile = listedStep.shape.files.element.extend({
  before: z.string().optional().describe('The text before, where it was text and is still kept.'),
  after: z.string().optional().describe('The text after.'),
});

export const historyShow = defineOperation({
  name: 'history.show',
  summary: 'One change, with the texts before and after.',
  access: 'read',
  at: { local: 'GetChange', web: 'history.show' },
  input: z.object({ change: z.string().min(1).describe('The id of the change.') }),
  output: listedStep.extend({ files: z.array(shownFile) }),
  fails: ['not-found'],
  run({ history }, { change }) {
    const step = history.find(change);
    if (step === undefined) {
      throw new VaultError('not-found', `There is no change ${change}.`, {
        hint: 'List the history to see the changes and their ids.',
      });
    }
    return {
      ...describe(step),
      files: step.ops.map((op) => ({ ...describeOp(op), ...texts(history, op) })),
    };
  },
});

function texts(history: History, op: Op): { before?: string; after?: string } {
  const [from, to] =
    op.op === 'put' ? [op.before, op.after] : op.op === 'remove' ? [op.before, null] : [null, null];
  const [before, after] = [history.text(from), history.text(to)];
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
