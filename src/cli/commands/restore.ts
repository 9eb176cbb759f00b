import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { toMoment } from '../moments.ts';
import { toSize } from '../numbers.ts';
import { toLocal } from '../times.ts';

interface Deleted {
  readonly path: string;
  readonly at: string;
  readonly size: number;
}

export const restoreCommand = defineCommand({
  name: 'restore',
  group: 'history',
  brief: 'bring notes back',
  summary: 'Bring a note back as it was, or list what was deleted.',
  args: [{ name: 'NOTE', summary: 'Its path.', isOptional: true }],
  flags: {
    at: {
      type: 'string',
      value: 'TIME',
      summary: 'As it was then, such as 2026-05-01 or 2026-05-01T14:30.',
    },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd restore', 'what was deleted and can come back'],
    ['vaultd restore "Old plan.md"', 'a deleted note'],
    ['vaultd restore Home.md --at 2026-05-01T14:30', 'a note as it was at that time'],
  ],
  async run(context, { args: [path], flags }) {
    const { out, call } = context;
    if (path !== undefined) {
      const at = flags.at === undefined ? undefined : toMoment(flags.at);
      await change(context, {
        method: 'RestoreFile',
        params: { path, ...(at && { at }) },
        isDryRun: flags['dry-run'],
        say: () => `Restored ${path}.`,
      });
      return;
    }
    const { files } = await call<{ files: Deleted[] }>('ListDeleted', {});
    if (out.isJson) out.json(files);
    else if (files.length === 0) out.say('Nothing was deleted for good.');
    else {
      out.table(
        [{}, { isFlexible: true }, {}],
        files.map((file) => [out.style.dim(toLocal(file.at)), file.path, toSize(file.size)]),
      );
    }
  },
});
