import { type HistoryEntry, listChanges } from '../changes.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { toMoment } from '../moments.ts';
import { printDiff } from '../print-diff.ts';
import { resolveNote } from '../resolve-note.ts';

interface Versions {
  readonly before?: string;
  readonly after?: string;
}

export const diffCommand = defineCommand({
  name: 'diff',
  group: 'history',
  brief: 'then and now',
  summary: 'Show how a note has changed.',
  about: 'Without a time: what the latest change did to it.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  flags: {
    since: {
      type: 'string',
      value: 'TIME',
      summary: 'Compare with the note as it was then: 2h, 2026-05-01T14:30.',
    },
  },
  examples: [
    ['vaultd diff Inbox', 'what changed last'],
    ['vaultd diff Inbox --since 1d', 'everything since yesterday'],
  ],
  async run(context, { args: [name = ''], flags }) {
    const { out } = context;
    const path = await resolveNote(context, name);
    const versions = await (flags.since === undefined
      ? latest(context, path)
      : since(context, path, toMoment(flags.since)));
    if (out.isJson) out.json({ path, ...versions });
    else if (versions.after === undefined) out.say('Nothing has changed.');
    else {
      out.page();
      await printDiff(context, path, versions.before, versions.after);
    }
  },
});

async function latest(context: Context, path: string): Promise<Versions> {
  const none = { client: undefined, protocol: undefined, since: undefined, until: undefined };
  const [last] = await listChanges(context, none, { path, limit: 1 });
  if (last === undefined) return {};
  const { files } = await context.call<{ files: (HistoryEntry['files'][number] & Versions)[] }>(
    'GetChange',
    { change: last.change },
  );
  const { before, after } = files.find((file) => file.path === path || file.to === path) ?? {};
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Bringing it back would change it from what is now to what was then; shown the other way round. */
async function since({ call }: Context, path: string, at: string): Promise<Versions> {
  const { changes } = await call<{ changes: ({ path: string } & Versions)[] }>('RestoreFile', {
    path,
    at,
    dry_run: true,
  });
  const planned = changes.find((each) => each.path === path);
  if (planned?.before === undefined) return {};
  return { ...(planned.after !== undefined && { before: planned.after }), after: planned.before };
}
