import { UsageError } from '../arguments.ts';
import type { HistoryEntry } from '../changes.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { printDiff } from '../print-diff.ts';
import { toLocal } from '../times.ts';

interface ShownChange extends HistoryEntry {
  readonly files: readonly (HistoryEntry['files'][number] & {
    readonly before?: string;
    readonly after?: string;
  })[];
}

export const showCommand = defineCommand({
  name: 'show',
  group: 'history',
  brief: 'one change',
  summary: 'Show one change, with what was different.',
  args: [
    {
      name: 'STEP',
      summary: 'As vaultd log shows it; the latest when absent.',
      isOptional: true,
      kind: 'step',
    },
  ],
  examples: [
    ['vaultd show', 'what was changed last'],
    ['vaultd show 01m7gtpqydwpet7y', 'who changed what, and how'],
  ],
  async run(context, { args: [given] }) {
    const { out, call } = context;
    const change = given ?? (await findLatest(context));
    const shown = await call<ShownChange>('GetChange', { change });
    if (out.isJson) {
      out.json(shown);
      return;
    }
    const { style } = out;
    out.page();
    out.line(`${style.yellow(shown.change)}  ${shown.why}`);
    out.line(style.dim(`${toLocal(shown.at)}  ${shown.client} (${shown.protocol})`));
    for (const { what, path, to, before, after } of shown.files) {
      out.line('');
      out.line(style.bold(`${what} ${path}${to === undefined ? '' : ` → ${to}`}`));
      if (before !== undefined || after !== undefined) {
        await printDiff(context, path, before, after ?? '');
      }
    }
  },
});

async function findLatest({ call }: Context): Promise<string> {
  const { changes } = await call<{ changes: HistoryEntry[] }>('ListChanges', { limit: 1 });
  const [latest] = changes;
  if (latest === undefined) throw new UsageError('Nothing was changed yet.');
  return latest.change;
}
