import { changeFlags, type HistoryEntry, listChanges } from '../changes.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { requireDaemon } from '../daemon-client.ts';
import { plural } from '../numbers.ts';
import { resolveNote } from '../resolve-note.ts';
import { toTable } from '../table.ts';
import { toLocal, toShort } from '../times.ts';

export const logCommand = defineCommand({
  name: 'log',
  group: 'history',
  brief: 'what was changed',
  summary: 'Show what was changed, newest first.',
  args: [{ name: 'NOTE', summary: 'Only changes of this note.', isOptional: true, kind: 'note' }],
  flags: {
    ...changeFlags,
    limit: { type: 'number', value: 'N', summary: 'At most so many; 20 when absent.' },
    git: {
      type: 'string',
      value: 'DIR',
      summary: 'Write all of it to a new git repository, one commit a change.',
    },
    follow: { type: 'boolean', short: 'f', summary: 'Go on and show changes as they come.' },
  },
  examples: [
    ['vaultd log', 'the latest changes of the vault'],
    ['vaultd log Inbox --client claude --since 2d', 'what one client did to one note'],
    ['vaultd log --git /tmp/history', 'look at it with the tools of git'],
    ['vaultd log -f', 'look over the shoulders of your agents'],
  ],
  async run(context, { args: [name], flags }) {
    const { out } = context;
    if (flags.git !== undefined) {
      const { exportToGit } = await import('../git-export.ts');
      const commits = await exportToGit(context, flags.git);
      if (out.isJson) out.json({ commits });
      else out.say(`Wrote ${plural(commits, 'commit')} to ${flags.git}.`);
      return;
    }
    const path = name === undefined ? undefined : await resolveNote(context, name);
    const more = { ...(path && { path }), limit: flags.limit ?? 20 };
    const changes = await listChanges(context, flags, more);
    if (flags.follow) {
      await follow(context, changes, () => listChanges(context, flags, more));
      return;
    }
    if (out.isJson) {
      out.json(changes);
      return;
    }
    if (changes.length === 0) out.say('Nothing was changed yet.');
    out.page();
    for (const line of toLines(context, changes)) out.line(line);
  },
});

/** Each event of a note may belong to a change that was not shown yet. */
async function follow(
  context: Context,
  shown: readonly HistoryEntry[],
  list: () => Promise<readonly HistoryEntry[]>,
): Promise<void> {
  const client = await requireDaemon(context.env);
  const subscription = await client.subscribe({ topics: ['notes', 'files'] });
  const stop = () => void client.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const known = new Set<string>();
  const show = (changes: readonly HistoryEntry[]) => {
    for (const change of changes.toReversed()) {
      if (known.has(change.change)) continue;
      known.add(change.change);
      if (context.out.isJson) context.out.line(JSON.stringify(change));
      else for (const line of toLines(context, [change])) context.out.line(line);
    }
  };
  show(shown);
  for await (const _event of subscription) show(await list());
}

function toLines({ out }: Context, changes: readonly HistoryEntry[]): string[] {
  const { style, isTerminal, width } = out;
  const rows = changes.map(({ change, at, why, client, protocol }) => [
    style.yellow(change),
    style.dim(isTerminal ? toShort(at) : toLocal(at)),
    why,
    style.dim(client === protocol ? protocol : `${client} (${protocol})`),
  ]);
  return toTable([{}, {}, { isFlexible: true }, {}], rows, width);
}
