import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveNote } from '../resolve-note.ts';

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly version: string;
  readonly truncated: boolean;
  readonly changed: boolean;
}

const formats = ['md', 'json', 'csv', 'tsv', 'paths'] as const;

export const queryCommand = defineCommand({
  name: 'query',
  group: 'find',
  brief: 'Dataview, JSONLogic, bases',
  summary: 'Ask the vault: a Dataview query, a JSONLogic rule, a base.',
  about:
    'QUERY is a TABLE, LIST, TASK or CALENDAR of Dataview. --base takes a .base file, or a note that holds a base.',
  args: [{ name: 'QUERY', summary: 'What to ask.', isOptional: true, isMany: true }],
  flags: {
    base: { type: 'string', short: 'b', value: 'FILE', summary: 'Show a view of this base.' },
    view: { type: 'string', value: 'NAME', summary: 'The view; the first one when absent.' },
    expr: { type: 'boolean', short: 'e', summary: 'QUERY is an expression.' },
    logic: { type: 'boolean', summary: 'QUERY is a JSONLogic rule.' },
    from: { type: 'string', value: 'NOTE', summary: 'The note that "this" means.' },
    format: {
      type: 'string',
      short: 'f',
      value: 'FORMAT',
      choices: formats,
      summary: 'Markdown when absent.',
    },
    limit: { type: 'number', value: 'N', summary: 'At most N rows.' },
    watch: { type: 'boolean', short: 'w', summary: 'Show the answer again whenever it changes.' },
  },
  examples: [
    [`vaultd query 'TABLE rating FROM #book SORT rating DESC LIMIT 5'`, 'the best books'],
    [`vaultd query 'TASK WHERE !completed' --watch`, 'open tasks, always as they are now'],
    ['vaultd query --base Books/Reading.base --view Finished -f csv', 'a view of a base as CSV'],
    [`vaultd query -e 'length(this.file.inlinks)' --from Home`, 'one value'],
  ],
  async run(context, { args, flags }) {
    const { from } = flags;
    const asked = {
      ...toQuestion(args.join(' '), flags),
      ...(from !== undefined && { from: await resolveNote(context, from) }),
      format: toFormat(flags.format, context.out.isJson, flags.logic),
      ...(flags.limit !== undefined && { limit: flags.limit }),
    };
    let answer = await context.call<Answer>('Query', asked);
    show(context, answer);
    while (flags.watch) {
      const next = await context.call<Answer>('Query', { ...asked, after: answer.version });
      if (!next.changed) continue;
      answer = next;
      show(context, answer);
    }
  },
});

interface AskedFlags {
  readonly base: string | undefined;
  readonly view: string | undefined;
  readonly expr: boolean;
  readonly logic: boolean;
}

function toQuestion(query: string, { base, view, expr, logic }: AskedFlags): object {
  if (base !== undefined) return { mode: 'base', base, ...(view !== undefined && { view }) };
  if (query === '') throw new UsageError('Say what to ask: a QUERY, or --base FILE.');
  if (logic) return { mode: 'jsonlogic', logic: parseRule(query) };
  return { mode: expr ? 'expression' : 'dql', query };
}

function parseRule(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The rule is not JSON.');
  }
}

/** A rule is about notes, so it has no Markdown. */
function toFormat(written: string | undefined, isJson: boolean, isRule: boolean): string {
  if (isJson) return 'json';
  const format = written ?? (isRule ? 'paths' : 'md');
  return format === 'md' ? 'markdown' : format;
}

function show({ out }: Context, { data, text, truncated }: Answer): void {
  if (text !== undefined) out.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  else out.json(data);
  if (truncated) out.note('There is more than one answer may hold; add a LIMIT.');
}
