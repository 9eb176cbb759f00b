import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { comparePaths } from '../../contract/paths.ts';
import { pathsOfOp, type Step } from '../../engine/store/journal/record.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { sayTrace } from './say.ts';
import { trace } from './shapes.ts';

export const agentUndo = defineOperation({
  name: 'agent.undo',
  summary:
    'Undo a change as a whole, your last one unless "undoId" names another. Later edits elsewhere in its files stay. An undo can be undone.',
  access: 'write',
  at: { mcp: 'obsidian_undo' },
  input: z.strictObject({
    undoId: z.string().min(1).optional(),
  }),
  output: z.object({
    undone: z.string(),
    change: z.string().describe('What it was.'),
    paths: z.array(z.string()).describe('What was touched.'),
    undoId: trace.undoId,
  }),
  fails: ['changed-on-disk', 'forbidden', 'invalid-input', 'not-found'],

  async run(call, { undoId }) {
    const { history, signal, progress } = call;
    const undone = undoId ?? findLastChange(call);
    const { why: change = '' } = history.find(undone) ?? {};
    const { id, ops } = await history.undo(undone, { signal, progress });
    const paths = [...new Set(ops.flatMap(pathsOfOp))].sort(comparePaths);
    return { undone, change, paths, ...(id !== undefined && { undoId: id }) };
  },
  say: ({ undone, change, paths, undoId }) =>
    [
      oneLine`**Undid "${change}"** (${undone})`,
      ...paths.map((path) => oneLine`- ${path}`),
      ...sayTrace({ undoId }),
    ].join('\n'),
});

/** The last change of this client that still stands. What it undid does not count. */
function findLastChange({ history, caller: { client, protocol } }: Call): string {
  const undone = history.undone();
  const isStanding = ({ id, undoes }: Step) => undoes === undefined && !undone.has(id);
  let before: string | undefined;
  do {
    const page = history.log({ client, protocol, before, limit: mcpLimits.historyStepsMax });
    const last = page.find(isStanding);
    if (last !== undefined) return last.id;
    before = page.at(-1)?.id;
  } while (before !== undefined);
  throw new VaultError('not-found', 'You have made no change that could be undone.', {
    reason: 'step-missing',
    hint: 'Changes of others need their undoId, which the history lists.',
  });
}
