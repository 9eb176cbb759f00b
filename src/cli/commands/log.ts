import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';
import { toLocal, toShort } from '../times.ts';

export interface Change {
  readonly change: string;
  readonly at: string;
  readonly door: string;
  readonly client: string;
  readonly why: string;
  readonly undoes?: string;
  readonly files: readonly { readonly what: string; readonly path: string; readonly to?: string }[];
}

export const logCommand = defineCommand({
  name: 'log',
  group: 'history',
  summary: 'Show what was changed, newest first.',
  args: [{ name: 'NOTE', summary: 'Only changes of this note.', isOptional: true, kind: 'note' }],
  flags: {
    client: { type: 'string', value: 'NAME', summary: 'Only changes of this client.' },
    door: {
      type: 'string',
      value: 'DOOR',
      choices: ['ide', 'local', 'mcp', 'remote', 'web'],
      summary: 'Only changes through this door.',
    },
    limit: { type: 'number', value: 'N', summary: 'At most so many; 20 when absent.' },
  },
  examples: [
    ['vaultd log', 'the latest changes of the vault'],
    ['vaultd log Inbox --client claude', 'what one client did to one note'],
  ],
  async run(context, { args: [name], flags }) {
    const { out, call } = context;
    const path = name === undefined ? undefined : await resolveNote(context, name);
    const { changes } = await call<{ changes: Change[] }>('ListChanges', {
      ...(path && { path }),
      ...(flags.client && { client: flags.client }),
      ...(flags.door && { door: flags.door }),
      limit: flags.limit ?? 20,
    });
    if (out.isJson) {
      out.json(changes);
      return;
    }
    if (changes.length === 0) out.say('Nothing was changed yet.');
    out.page();
    out.table(
      [{}, {}, { isFlexible: true }, {}],
      changes.map(({ change, at, why, client, door }) => [
        out.style.yellow(change),
        out.style.dim(out.isTerminal ? toShort(at) : toLocal(at)),
        why,
        out.style.dim(client === door ? door : `${client} (${door})`),
      ]),
    );
  },
});
