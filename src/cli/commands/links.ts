import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveNote } from '../resolve-note.ts';

interface Link {
  readonly path?: string;
  readonly target: string;
  readonly line: number;
  readonly resolved: boolean;
}

export const linksCommand = defineCommand({
  name: 'links',
  group: 'find',
  brief: 'where they lead',
  summary: 'Show where the links of a note lead, or what links to it.',
  args: [
    {
      name: 'NOTE',
      summary: 'Without it, links of all notes that lead nowhere.',
      isOptional: true,
      kind: 'note',
    },
  ],
  flags: {
    back: { type: 'boolean', short: 'b', summary: 'Links in other notes that lead here.' },
    broken: { type: 'boolean', summary: 'Only links that lead nowhere.' },
  },
  examples: [
    ['vaultd links "Garden plan"', 'where its links lead'],
    ['vaultd links --back "Garden plan"', 'who links to it'],
    ['vaultd links', 'everything in the vault that leads nowhere'],
  ],
  async run(context, { args: [name], flags }) {
    if (name === undefined) {
      await listUnresolved(context);
      return;
    }
    const { out, call } = context;
    const path = await resolveNote(context, name);
    const method = flags.back ? 'GetBacklinks' : 'GetLinks';
    const { links: all } = await call<{ links: Link[] }>(method, { path });
    const links = flags.broken ? all.filter(({ resolved }) => !resolved) : all;
    if (out.isJson) {
      out.json(links);
      return;
    }
    out.page();
    const rows = links.map(({ path: other, target, line, resolved }) => [
      out.style.green(line === 0 ? 'prop' : String(line)),
      flags.back ? (other ?? '') : target,
      flags.back
        ? out.style.dim(target)
        : resolved
          ? out.style.dim(other ?? '')
          : out.style.red('nowhere'),
    ]);
    out.table([{ align: 'right' }, { isFlexible: true }, {}], rows);
    if (links.length === 0) out.say('No links.');
  },
});

interface Unresolved {
  readonly target: string;
  readonly count: number;
  readonly sources: readonly string[];
}

async function listUnresolved({ out, call }: Context): Promise<void> {
  const { links } = await call<{ links: Unresolved[] }>('ListUnresolvedLinks');
  if (out.isJson) {
    out.json(links);
    return;
  }
  out.page();
  const rows = links.map(({ target, count, sources: [first = '', ...others] }) => [
    String(count),
    out.style.red(target),
    out.style.dim(others.length === 0 ? first : `${first} and ${others.length} more`),
  ]);
  out.table([{ align: 'right' }, {}, { isFlexible: true }], rows);
  if (links.length === 0) out.say('Every link leads somewhere.');
}
