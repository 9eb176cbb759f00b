import { limits } from '../../contract/limits.ts';
import { tryParseJson } from '../../kit/records.ts';
import { makeChange } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import type { Context, Linker } from '../context.ts';
import { dryRunFlag, meansFlag, switchFlag } from '../flags.ts';
import { plural, toSize } from '../numbers.ts';
import type { AnswerOf } from '../operations.ts';
import { collectPages, sayCut, toLimit } from '../pages.ts';
import { flexible, hang, left, right } from '../table.ts';
import { toLocal } from '../times.ts';
import { resolveNote } from '../words.ts';
import { noteArgument } from './notes.ts';

export const factCommands: readonly Declaration[] = [
  handCommand({
    name: 'props',
    brief: 'show or set properties',
    summary: 'Show or set properties.',
    about: 'A VALUE in JSON (a number, true, a list) keeps its type; anything else is text.',
    byHand: 'Those of the vault, those of a note and a change are three operations.',
    args: [
      { ...noteArgument, summary: 'Without it, all properties of the vault.', isOptional: true },
      {
        name: 'NAME',
        summary: 'Only this property, its value alone.',
        isOptional: true,
        kind: 'property',
      },
      { name: 'VALUE', summary: 'The new value.', isOptional: true },
    ],
    flags: { delete: switchFlag('Remove the property NAME.'), 'dry-run': dryRunFlag },
    examples: [
      ['vaultd props', 'all properties and how often they are used'],
      ['vaultd props "Garden plan" status', 'one value, for a script'],
      ['vaultd props "Garden plan" status done', 'set it; the rest of the note stays as it is'],
    ],
    async run(context, { args: [note, key, value], flags }) {
      if (note === undefined) return listProperties(context);
      if (key === undefined || (value === undefined && !flags.delete)) {
        return showProperties(context, note, key);
      }
      const path = await resolveNote(context, note, true);
      const target = { type: 'path', path };
      const change = flags.delete
        ? { target, key, operation: 'delete' }
        : { target, key, operation: 'set', value: toValue(value ?? '') };
      const done = () => `${flags.delete ? 'Removed' : 'Set'} ${key} of ${path}.`;
      await makeChange(context, 'ManageProperty', change, done);
    },
  }),
  handCommand({
    name: 'info',
    brief: '',
    summary: 'Show size, times, tags and links of a note.',
    byHand: 'Puts together the answers of four operations.',
    args: [noteArgument],
    examples: [['vaultd info "Garden plan"', 'size, time, words, tags and links']],
    async run(context, { args: [name = ''] }) {
      const { out, call } = context;
      const path = await resolveNote(context, name);
      const [{ content, ...note }, { links }, { links: back }, { tags }] = await Promise.all([
        call('ReadNote', { path }),
        call('GetLinks', { path }),
        call('GetBacklinks', { path }),
        call('GetTags', { path }),
      ]);
      const facts = {
        ...note,
        words: content.split(/\s+/).filter(Boolean).length,
        tags: tags.map(({ tag }) => tag),
        links: links.length,
        broken_links: links.filter(({ resolved }) => !resolved).length,
        backlinks: back.length,
      };
      const { broken_links: broken, words } = facts;
      const nowhere = broken === 0 ? '' : `, ${out.style.red(`${broken} lead nowhere`)}`;
      const rows = {
        path,
        size: `${toSize(note.size)}, ${plural(words, 'word')}`,
        changed: toLocal(note.mtime),
        tags: facts.tags.map((tag) => `#${tag}`).join(' ') || 'none',
        links: `${links.length} out${nowhere}, ${back.length} in`,
        etag: note.etag,
      };
      out.result(facts, () => showPairs(context, rows));
    },
  }),
  operationCommand({
    name: 'outline',
    operation: 'GetOutline',
    brief: '',
    summary: 'Show the headings, blocks and properties of a note.',
    args: [{ ...noteArgument, member: 'path' }],
    examples: [['vaultd outline "Garden plan"', 'what vaultd patch can change']],
    show({ out }, { headings, blocks, properties }) {
      const { dim, green } = out.style;
      for (const { level, text, line } of headings) {
        out.line(`${green(String(line).padStart(5))}  ${'  '.repeat(level - 1)}${text}`);
      }
      const ids = blocks.map((id) => `^${id}`);
      if (ids.length > 0) out.line(`${dim('blocks')}  ${ids.join(' ')}`);
      if (properties.length > 0) out.line(`${dim('properties')}  ${properties.join(', ')}`);
    },
  }),
  handCommand({
    name: 'tasks',
    operation: 'ListTasks',
    brief: 'list tasks',
    summary: 'List open tasks of the vault, of a folder or of a note.',
    byHand: 'Asks for page after page until there are as many tasks as wanted.',
    args: [
      {
        name: 'WHERE',
        member: 'path',
        summary: 'A note, or a folder with "/" at the end.',
        kind: 'note or folder',
      },
    ],
    flags: {
      all: meansFlag('state', null, 'Include completed tasks.', 'a'),
      done: meansFlag('state', 'done', 'Only completed tasks.'),
      limit: { summary: 'At most N tasks (200); 0 for all.' },
    },
    defaults: { state: 'open' },
    examples: [
      ['vaultd tasks', 'all open tasks'],
      ['vaultd tasks Projects/ --all', 'all tasks of one folder'],
    ],
    async run(context, { params }) {
      const { out, call } = context;
      const wanted = toLimit(params.limit, 200);
      let offset = 0;
      const { items, isCut } = await collectPages(
        wanted,
        limits.answerEntriesMax,
        async (limit) => {
          const { tasks, truncated } = await call('ListTasks', { ...params, limit, offset });
          offset += tasks.length;
          return { items: tasks, next: truncated ? String(offset) : undefined };
        },
      );
      const link = await context.linker();
      out.result(items, () => showTasks(out, link, items));
      if (items.length === 0) out.say('No tasks.');
      if (isCut) sayCut(context, items.length, 'tasks');
    },
  }),
];

type Task = AnswerOf<'ListTasks'>['tasks'][number];

/** On a terminal grouped by note; in a pipe one line a task. */
function showTasks(out: Context['out'], link: Linker, tasks: readonly Task[]): void {
  let last = '';
  for (const { path: note, line, status, text } of tasks) {
    if (!out.isTerminal) out.line(`${note}:${line}:[${status}] ${text}`);
    else {
      if (note !== last && last !== '') out.line();
      if (note !== last) out.line(link(note, out.style.magenta(note)));
      const gutter = `${out.style.green(String(line).padStart(5))}  [${status}] `;
      out.line(hang(gutter, text, out.width));
    }
    last = note;
  }
}

async function showProperties(context: Context, note: string, name: string | undefined) {
  const { out, call } = context;
  const path = await resolveNote(context, note);
  const { properties } = await call('GetProperties', { path });
  if (name === undefined) {
    if (Object.keys(properties).length === 0) out.say('No properties.');
    return out.result(properties, () => showPairs(context, properties));
  }
  const value = properties[name];
  if (out.isJson) out.json(value ?? null);
  else if (value !== undefined) out.line(toText(value));
  else {
    out.note(`${path} has no property ${JSON.stringify(name)}. To set it, add a value.`);
    context.exitWith(1);
  }
}

function showPairs({ out }: Context, pairs: Readonly<Record<string, unknown>>): void {
  const rows = Object.entries(pairs).map(([key, value]) => [out.style.cyan(key), toText(value)]);
  out.table([left, flexible], rows);
}

async function listProperties({ out, call }: Context): Promise<void> {
  const { properties } = await call('ListProperties', {});
  const { cyan, dim } = out.style;
  out.list(properties, [flexible, left, right], ({ name, type, count }) => [
    cyan(name),
    dim(type),
    String(count),
  ]);
}

/** JSON where it is JSON, else the text itself. */
export function toValue(text: string): unknown {
  const value = tryParseJson(text);
  return value === undefined ? text : value;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
