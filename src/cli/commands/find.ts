import { limits } from '../../contract/limits.ts';
import { makeChange } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { dryRunFlag, listFlag, switchFlag, textFlag } from '../flags.ts';
import { plural } from '../numbers.ts';
import type { AnswerOf } from '../operations.ts';
import { sayCut, toLimit } from '../pages.ts';
import { flexible, left, right } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { resolveNote } from '../words.ts';
import { noteArgument } from './notes.ts';

export const findCommands: readonly Declaration[] = [
  handCommand({
    name: 'links',
    brief: 'links and backlinks',
    summary: 'Show where the links of a note lead, or what links to it.',
    byHand: 'Links, backlinks and links that lead nowhere are three operations.',
    args: [
      { ...noteArgument, summary: 'Without it, broken links of all notes.', isOptional: true },
    ],
    flags: {
      back: switchFlag('Links in other notes to this one.', 'b'),
      broken: switchFlag('Only broken links.'),
      limit: { type: 'number', summary: 'At most N broken links of all notes (1000); 0 for all.' },
    },
    examples: [
      ['vaultd links "Garden plan"', 'where its links lead'],
      ['vaultd links --back "Garden plan"', 'what links to it'],
      ['vaultd links', 'every broken link in the vault'],
    ],
    async run(context, { args: [name], flags: { back, broken, limit } }) {
      const { out, call } = context;
      const { dim, green, red } = out.style;
      if (name === undefined) return listUnresolved(context, toLimit(limit, 1000));
      const path = await resolveNote(context, name);
      const { links } = await call(back ? 'GetBacklinks' : 'GetLinks', { path });
      out.list(
        broken ? links.filter(({ resolved }) => !resolved) : links,
        [right, flexible, left],
        ({ path: other = '', target, line, resolved }) => [
          green(line === 0 ? 'prop' : String(line)),
          ...(back ? [other, dim(target)] : [target, resolved ? dim(other) : red('nowhere')]),
        ],
        'No links.',
      );
    },
  }),
  operationCommand({
    name: 'related',
    operation: 'GetRelated',
    brief: 'similar notes',
    summary: 'Show the notes that are related to a note, and why.',
    about: 'Lists notes that share characteristic words or links with NOTE, best first.',
    args: [{ ...noteArgument, member: 'path' }],
    flags: { limit: { summary: 'At most N notes (default: 10).', short: 'n' } },
    examples: [
      ['vaultd related "Garden plan"', 'related notes, best first'],
      ['vaultd related Inbox/Idea -n 3', 'the three notes closest to it'],
    ],
    show: ({ out }, { notes }) =>
      out.list(
        notes,
        [left, flexible],
        ({ path, why }) => [out.style.magenta(path), out.style.dim(why)],
        'No related notes.',
      ),
  }),
  handCommand({
    name: 'tags',
    brief: 'list or set tags',
    summary: 'List tags, the notes that have one, or tag a note.',
    byHand: 'Lists tags, lists notes, and changes notes, which are three operations.',
    args: [{ ...noteArgument, summary: 'Only tags of this note.', isOptional: true }],
    flags: {
      notes: { ...textFlag('TAG', 'The notes with this tag or a nested one.'), kind: 'tag' },
      add: { ...listFlag('TAG', 'Add a tag to NOTE.'), kind: 'tag' },
      remove: { ...listFlag('TAG', 'Remove a tag from NOTE.'), kind: 'tag' },
      inline: switchFlag('In the text, not in the properties.'),
      'dry-run': dryRunFlag,
      limit: { type: 'number', summary: 'At most N notes (1000); 0 for all.' },
      sort: { ...textFlag('BY', 'Sort by name or by count.'), choices: ['name', 'count'] },
    },
    examples: [
      ['vaultd tags', 'a tree with counts'],
      ['vaultd tags --sort count | head', 'the most used ones'],
      ['vaultd tags --notes project/garden', 'where it is used'],
      ['vaultd tags "Garden plan" --add idea', 'add a tag'],
    ],
    async run(context, { args: [name], flags }) {
      const { out, call } = context;
      if (flags.notes !== undefined) {
        const limit = Math.min(toLimit(flags.limit, 1000), limits.answerPathsMax);
        const { notes, total } = await call('ListTagged', { tag: flags.notes, limit });
        if (notes.length === 0) context.exitWith(1);
        out.result(notes, () => out.lines(notes));
        if (total > notes.length) sayCut(context, notes.length, 'notes', total);
      } else if (flags.add.length + flags.remove.length > 0) await changeTags(context, name, flags);
      else await listTags(context, name, flags.sort === 'count');
    },
  }),
  handCommand({
    name: 'lint',
    brief: 'find broken links etc.',
    summary: 'Find broken links, broken properties and other problems.',
    about: 'Exits with 0 if nothing is wrong, and with 1 otherwise.',
    byHand: 'A note and a folder have an operation each.',
    args: [
      {
        name: 'WHERE',
        summary: 'A folder or a note (default: everything).',
        isOptional: true,
        kind: 'note or folder',
      },
    ],
    flags: { only: listFlag('CODE', 'Only problems of this kind.') },
    examples: [
      ['vaultd lint', 'the whole vault'],
      ['vaultd lint Projects --only broken-link', 'one kind of problem in one folder'],
      ['vaultd lint --json | jq', 'for a program; lines and characters are counted from 0'],
    ],
    async run(context, { args: [where = ''], flags: { only } }) {
      const { out } = context;
      const isWanted = ({ code }: Problem) => only.length === 0 || only.includes(code);
      const notes = (await lint(context, where))
        .map(({ path, problems }) => ({ path, problems: problems.filter(isWanted) }))
        .filter(({ problems }) => problems.length > 0);
      const lines = await toProblemLines(context, notes);
      const count = `${plural(lines.length, 'problem')} in ${plural(notes.length, 'note')}.`;
      if (lines.length > 0) context.exitWith(1);
      out.result(notes, () => out.lines(lines));
      out.say(lines.length === 0 ? 'No problems.' : count);
    },
  }),
];

async function listUnresolved(context: Context, wanted: number): Promise<void> {
  const { out, call } = context;
  const limit = Math.min(wanted, limits.answerEntriesMax);
  const { links, total } = await call('ListUnresolvedLinks', { limit });
  out.list(
    links,
    [right, left, flexible],
    ({ target, count, sources: [first = '', ...others] }) => [
      String(count),
      out.style.red(target),
      out.style.dim(others.length === 0 ? first : `${first} and ${others.length} more`),
    ],
    'No broken links.',
  );
  if (total > links.length) sayCut(context, links.length, 'broken links', total);
}

interface TagFlags {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly inline: boolean;
}

async function changeTags(context: Context, name: string | undefined, flags: TagFlags) {
  if (name === undefined) throw new UsageError('NOTE is missing.');
  const path = await resolveNote(context, name, true);
  const location = flags.inline ? 'inline' : 'frontmatter';
  for (const operation of ['add', 'remove'] as const) {
    const tags = flags[operation];
    if (tags.length === 0) continue;
    const change = { target: { type: 'path', path }, operation, tags, location };
    const done = () => `${operation === 'add' ? 'Tagged' : 'Untagged'} ${path}.`;
    await makeChange(context, 'ManageTags', change, done);
  }
}

async function listTags(context: Context, name: string | undefined, byCount: boolean) {
  const { out, call } = context;
  const path = name === undefined ? undefined : await resolveNote(context, name);
  const { tags } = await call('GetTags', { path });
  const isTree = out.isTerminal && !byCount;
  out.list(
    byCount ? tags.toSorted((a, b) => b.count - a.count) : tags,
    [flexible, right],
    ({ tag, count }) => [isTree ? toBranch(tag, out.style.dim) : `#${tag}`, String(count)],
  );
}

/** A nested tag is indented below its parent. */
function toBranch(tag: string, dim: (text: string) => string): string {
  const names = tag.split('/');
  const name = names.at(-1) ?? '';
  return names.length === 1 ? `#${name}` : `${'  '.repeat(names.length - 1)}${dim('/')}${name}`;
}

type LintedNote = AnswerOf<'LintVault'>['notes'][number];
type Problem = LintedNote['problems'][number];

async function lint(context: Context, where: string): Promise<readonly LintedNote[]> {
  const folder = where.replace(/\/+$/, '');
  if (folder !== '' && !(await isFolder(context, folder))) {
    return [await context.call('LintNote', { path: await resolveNote(context, where) })];
  }
  const { notes } = await context.call('LintVault', { folder });
  return notes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function isFolder({ call }: Context, folder: string): Promise<boolean> {
  try {
    await call('ListFiles', { folder, limit: 1 });
    return true;
  } catch {
    return false;
  }
}

async function toProblemLines(context: Context, notes: readonly LintedNote[]): Promise<string[]> {
  const { red, yellow, cyan, dim, bold } = context.out.style;
  const paint = { error: red, warning: yellow, info: cyan, hint: dim };
  const link = await context.linker();
  return notes.flatMap(({ path, problems }) =>
    problems.map(({ code, severity, message, range: { start } }) => {
      const at = link(path, bold(`${path}:${start.line + 1}:${start.character + 1}`));
      return `${at} ${paint[severity](severity)} ${message} ${dim(`[${code}]`)}`;
    }),
  );
}
