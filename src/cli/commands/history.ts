import { limits } from '../../contract/limits.ts';
import { makeChange, printDiff } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { followEvents } from '../daemon-client.ts';
import { dryRunFlag, listFlag, switchFlag, textFlag } from '../flags.ts';
import { plural, toSize } from '../numbers.ts';
import type { AnswerOf, InputOf } from '../operations.ts';
import { collectPages, sayCut, toLimit } from '../pages.ts';
import { flexible, left, toTable } from '../table.ts';
import { toLocal, toMoment, toShort } from '../times.ts';
import { UsageError } from '../usage-error.ts';
import { resolveNote } from '../words.ts';
import { toValue } from './facts.ts';
import { noteArgument } from './notes.ts';

type HistoryEntry = AnswerOf<'ListChanges'>['changes'][number];

const stepArgument = {
  name: 'STEP',
  summary: 'As vaultd log shows it; the latest when absent.',
  isOptional: true,
  kind: 'step',
} as const;

/** Which changes are meant. */
const changeFlags = {
  client: { value: 'NAME', kind: 'client' },
  protocol: {},
  since: { summary: 'Only later ones: 2h, 2026-05-01T14:30.' },
  until: {},
} as const;

export const historyCommands: readonly Declaration[] = [
  operationCommand({
    name: 'bulk',
    operation: 'EditNotes',
    brief: 'change many notes at once',
    summary: 'Change many notes as one step.',
    about:
      'Edits all notes that match, or takes a JSON list of edits from a file. It is all or nothing, and one undo reverts it.',
    flags: {
      query: {
        member: 'where.query',
        short: 'Q',
        value: 'DQL',
        summary: 'Notes in the rows of a query.',
      },
      tag: { member: 'where.tag', short: 't', kind: 'tag', summary: 'Notes with this tag.' },
      folder: { member: 'where.folder', short: 'd', kind: 'folder' },
      text: { member: 'where.text', summary: 'Notes with this text.' },
      replace: textFlag('FIND', 'Replace FIND …', 'r'),
      with: textFlag('TEXT', '… with this.', 'w'),
      regex: switchFlag('FIND is a regular expression.', 'e'),
      set: textFlag('NAME=VALUE', 'Set a property.', 's'),
      'add-tag': { ...listFlag('TAG', 'Add a tag.'), kind: 'tag' },
      'remove-tag': { ...listFlag('TAG', 'Remove a tag.'), kind: 'tag' },
      edits: textFlag('FILE', 'A JSON list of edits; - is standard input.'),
      expect: { member: 'expectedCount', summary: 'Fail unless exactly N notes would change.' },
    },
    without: ['edits', 'edit', 'dryRun'],
    examples: [
      ['vaultd bulk --tag draft --set status=open -n', 'preview the change'],
      [`vaultd bulk -Q 'LIST WHERE due < date(today)' --add-tag late`, 'what a query finds'],
    ],
    async input({ flags, params: { where } }, context) {
      if (flags.edits !== undefined) return { edits: await readEdits(context, flags.edits) };
      if (where != null) return { edit: toEdit(flags) };
      throw new UsageError('Choose the notes with --query, --tag, --folder or --text.');
    },
    done: ({ changed, unchanged }) =>
      `Changed ${plural(changed.length, 'note')}, ${unchanged} had nothing to change.`,
  }),
  handCommand({
    name: 'log',
    operation: 'ListChanges',
    brief: 'list changes',
    summary: 'Show the changes of the vault, newest first.',
    byHand: 'Follows events with --follow, and exports all steps with --git.',
    args: [{ ...noteArgument, member: 'path', summary: 'Only changes of this note.' }],
    flags: {
      ...changeFlags,
      limit: { summary: 'At most N changes (20); 0 for all.' },
      git: textFlag('DIR', 'Write all of it to a new git repository, one commit per change.'),
      follow: switchFlag('Keep running, and print new changes.', 'f'),
    },
    examples: [
      ['vaultd log', 'the latest changes of the vault'],
      ['vaultd log Inbox --client claude --since 2d', 'what one client did to one note'],
      ['vaultd log --git /tmp/history', 'export it to a git repository'],
      ['vaultd log -f', 'watch your agents at work'],
    ],
    async run(context, { flags: { git, follow }, params }) {
      const { out } = context;
      if (git !== undefined) {
        const { exportToGit } = await import('../git-export.ts');
        const commits = await exportToGit(context, git);
        return out.outcome({ commits }, `Wrote ${plural(commits, 'commit')} to ${git}.`);
      }
      if (follow) return followLog(context, params);
      const { items, isCut } = await listChanges(context, params, toLimit(params.limit, 20));
      if (items.length === 0) out.say('No changes yet.');
      out.result(items, () => out.lines(toLines(context, items)));
      if (isCut) sayCut(context, items.length, 'changes');
    },
  }),
  operationCommand({
    name: 'show',
    operation: 'GetChange',
    brief: 'show one change',
    summary: 'Show one change with its diff.',
    args: [{ ...stepArgument, member: 'change' }],
    examples: [
      ['vaultd show', 'what was changed last'],
      ['vaultd show 01m7gtpqydwpet7y', 'who changed what, and how'],
    ],
    input: async ({ args: [given] }, context) => ({ change: given ?? (await findLatest(context)) }),
    async show(context, { change, why, at, files, ...maker }) {
      const { yellow, dim, bold } = context.out.style;
      context.out.line(`${yellow(change)}  ${why}`);
      context.out.line(dim(`${toLocal(at)}  ${toMaker(maker)}`));
      for (const { what, path, to, before, after } of files) {
        context.out.line();
        context.out.line(bold(`${what} ${path}${to === undefined ? '' : ` → ${to}`}`));
        if (before !== undefined || after !== undefined) {
          await printDiff(context, path, before, after ?? '');
        }
      }
    },
  }),
  handCommand({
    name: 'diff',
    brief: 'how a note has changed',
    summary: 'Show how a note has changed.',
    about: 'Without a time, shows the latest change.',
    byHand: 'Compares what two operations answer.',
    args: [noteArgument],
    flags: {
      since: textFlag('TIME', 'Compare with the note as it was then: 2h, 2026-05-01T14:30.'),
    },
    examples: [
      ['vaultd diff Inbox', 'what changed last'],
      ['vaultd diff Inbox --since 1d', 'everything since yesterday'],
    ],
    async run(context, { args: [name = ''], flags: { since } }) {
      const { out } = context;
      const path = await resolveNote(context, name);
      const { before, after } = await (since === undefined
        ? findLastVersions(context, path)
        : findVersionsSince(context, path, toMoment(since)));
      if (out.isJson) return out.json({ path, before, after });
      if (after === undefined) return out.say('Nothing has changed.');
      out.page();
      await printDiff(context, path, before, after);
    },
  }),
  handCommand({
    name: 'undo',
    operation: 'ListChanges',
    brief: 'undo changes',
    summary: 'Undo changes.',
    about:
      'Keeps later changes of the same files. If both changed the same lines, it does nothing and shows them. An undo is a change too, so you can undo it.',
    byHand: 'Lists the changes to find those that are meant, and undoes one after the other.',
    args: [stepArgument],
    flags: {
      last: { type: 'number', summary: 'Undo the latest N changes.' },
      ...changeFlags,
      'dry-run': dryRunFlag,
    },
    // As many changes as one answer may have are searched for those that are meant.
    defaults: { limit: limits.historyPageMax },
    examples: [
      ['vaultd undo', 'the latest change'],
      ['vaultd undo 01m7gtpqydwpet7y', 'this one'],
      ['vaultd undo --client claude --since 1h', 'everything one client did in the last hour'],
    ],
    async run(context, { args: [given], flags, params }) {
      const { changes } = await context.call('ListChanges', params);
      const isDescribed = [params.client, params.protocol, params.since].some(Boolean);
      const chosen =
        given === undefined
          ? withoutUndone(changes).slice(0, flags.last ?? (isDescribed ? undefined : 1))
          : [changes.find(({ change }) => change === given) ?? { change: given, why: given }];
      if (chosen.length === 0) throw new CommandError('There is nothing to undo.');
      for (const { change, why } of chosen) await revert(context, change, why, 'Undid');
    },
  }),
  handCommand({
    name: 'redo',
    brief: '',
    summary: 'Redo a change that was undone.',
    byHand: 'Lists the changes to find the undo, and undoes it.',
    args: [
      {
        ...stepArgument,
        summary: 'The undo, or the change that was undone; the latest undo when absent.',
      },
    ],
    flags: { 'dry-run': dryRunFlag },
    examples: [
      ['vaultd redo', 'redo what the latest undo reverted'],
      ['vaultd redo 01m7gtpqydwpet7y', 'the id that the undo printed'],
    ],
    async run(context, { args: [given] }) {
      const page = { limit: limits.historyPageMax };
      const { changes } = await context.call('ListChanges', page);
      const undo = withoutUndone(changes, 'undo').find(
        ({ change, undoes }) => given === undefined || given === change || given === undoes,
      );
      if (undo === undefined) {
        const what = given === undefined ? 'There is nothing to redo.' : `${given} was not undone.`;
        throw new CommandError(what, 'vaultd log shows what was undone.');
      }
      const original = changes.find(({ change }) => change === undo.undoes);
      await revert(context, undo.change, original?.why ?? undo.why, 'Redid');
    },
  }),
  handCommand({
    name: 'restore',
    operation: 'RestoreFile',
    brief: 'bring back old versions',
    summary: 'Restore a note as it was, or list deleted notes.',
    byHand: 'Without a note it lists those that were deleted, by another operation.',
    args: [{ name: 'NOTE', member: 'path', summary: 'Its path.', isOptional: true }],
    flags: {
      at: { summary: 'As it was then, such as 2026-05-01 or 2026-05-01T14:30.' },
      'dry-run': dryRunFlag,
    },
    examples: [
      ['vaultd restore', 'what was deleted and can come back'],
      ['vaultd restore "Old plan.md"', 'a deleted note'],
      ['vaultd restore Home.md --at 2026-05-01T14:30', 'a note as it was at that time'],
    ],
    async run(context, { args: [path], params }) {
      const { out, call } = context;
      if (path !== undefined) {
        return makeChange(context, 'RestoreFile', params, () => `Restored ${path}.`);
      }
      const { files } = await call('ListDeleted', {});
      out.list(
        files,
        [left, flexible, left],
        (file) => [out.style.dim(toLocal(file.at)), file.path, toSize(file.size)],
        'No deleted files.',
      );
    },
  }),
];

/** Undoes a step: a change, or the undo of one. */
function revert(
  context: Context,
  change: string,
  why: string,
  verb: 'Undid' | 'Redid',
): Promise<void> {
  const done = ({ files_touched: files }: AnswerOf<'UndoChange'>) =>
    `${verb} "${why}" (${plural(files.length, 'file')}).`;
  return makeChange(context, 'UndoChange', { change }, done, verb === 'Undid');
}

function listChanges({ call }: Context, params: InputOf<'ListChanges'>, wanted: number) {
  return collectPages(wanted, limits.historyPageMax, async (limit, from) => {
    const { changes, cursor } = await call('ListChanges', { ...params, limit, cursor: from });
    return { items: changes, next: cursor };
  });
}

interface EditFlags {
  readonly replace: string | undefined;
  readonly with: string | undefined;
  readonly regex: boolean;
  readonly set: string | undefined;
  readonly 'add-tag': readonly string[];
  readonly 'remove-tag': readonly string[];
}

function toEdit(flags: EditFlags): InputOf<'EditNotes'>['edit'] {
  const { replace, with: by = '', regex, set } = flags;
  const { 'add-tag': added, 'remove-tag': removed } = flags;
  const edits: InputOf<'EditNotes'>['edit'][] = [];
  if (replace !== undefined) {
    edits.push({ type: 'replace', search: replace, replace: by, useRegex: regex });
  }
  if (set !== undefined) edits.push({ type: 'setProperty', ...toProperty(set) });
  if (added.length > 0) edits.push({ type: 'addTags', tags: [...added] });
  if (removed.length > 0) edits.push({ type: 'removeTags', tags: [...removed] });
  const [edit, ...others] = edits;
  if (edit != null && others.length === 0) return edit;
  throw new UsageError('Choose one edit: --replace, --set, --add-tag or --remove-tag.');
}

function toProperty(assignment: string): { key: string; value: unknown } {
  const equals = assignment.indexOf('=');
  if (equals <= 0) throw new UsageError('--set requires NAME=VALUE.');
  return { key: assignment.slice(0, equals), value: toValue(assignment.slice(equals + 1)) };
}

async function readEdits(context: Context, file: string): Promise<InputOf<'EditNotes'>['edits']> {
  const isStdin = file === '-';
  const text = isStdin ? await context.readStdin() : context.readFile(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${isStdin ? 'Standard input' : file} is not JSON.`);
  }
}

/** Each event of a note may belong to a change that was not shown yet. */
async function followLog(context: Context, asked: InputOf<'ListChanges'>): Promise<void> {
  const { out } = context;
  const shown = new Set<string>();
  const show = async () => {
    const limit = toLimit(asked.limit, 20);
    const { items: changes } = await listChanges(context, asked, limit);
    for (const entry of changes.toReversed()) {
      if (shown.has(entry.change)) continue;
      shown.add(entry.change);
      out.lines(out.isJson ? [JSON.stringify(entry)] : toLines(context, [entry]));
    }
  };
  await followEvents(context.env, { filter: { topics: ['notes', 'files'] }, ready: show }, show);
}

function toLines({ out }: Context, changes: readonly HistoryEntry[]): string[] {
  const { style, isTerminal, width } = out;
  const rows = changes.map(({ change, at, why, ...maker }) => [
    style.yellow(change),
    style.dim(isTerminal ? toShort(at) : toLocal(at)),
    why,
    style.dim(toMaker(maker)),
  ]);
  return toTable([left, left, flexible, left], rows, width);
}

/** Who made a change, how, and where in a vault that machines share. */
function toMaker({
  client,
  protocol,
  machine,
}: Pick<HistoryEntry, 'client' | 'protocol' | 'machine'>): string {
  const who = client === protocol ? protocol : `${client} (${protocol})`;
  return machine === undefined ? who : `${who} on ${machine}`;
}

/**
 * What still counts: undoing twice goes back two changes, so neither an undo nor what it undid does.
 * The undo of an undo is a change again. For a redo, the undos that still count.
 */
function withoutUndone(
  changes: readonly HistoryEntry[],
  wanted: 'change' | 'undo' = 'change',
): readonly HistoryEntry[] {
  const targets = new Map(changes.map(({ change, undoes }) => [change, undoes]));
  const undone = new Set(targets.values());
  const kindOf = (change: string): 'change' | 'undo' => {
    const target = targets.get(change);
    return target !== undefined && kindOf(target) === 'change' ? 'undo' : 'change';
  };
  return changes.filter(({ change }) => !undone.has(change) && kindOf(change) === wanted);
}

async function findLatest({ call }: Context): Promise<string> {
  const { changes } = await call('ListChanges', { limit: 1 });
  const [latest] = changes;
  if (latest === undefined) throw new CommandError('No changes yet.');
  return latest.change;
}

interface Versions {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

async function findLastVersions({ call }: Context, path: string): Promise<Versions> {
  const { changes } = await call('ListChanges', { path, limit: 1 });
  const [last] = changes;
  if (last === undefined) return {};
  const { files } = await call('GetChange', { change: last.change });
  return files.find((file) => file.path === path || file.to === path) ?? {};
}

/** Restoring it would change it from what is now to what was then; shown the other way round. */
async function findVersionsSince(context: Context, path: string, at: string): Promise<Versions> {
  const plan = await context.ask<{ changes: ({ path: string } & Versions)[] }>('RestoreFile', {
    path,
    at,
    dry_run: true,
  });
  const planned = plan.changes.find((each) => each.path === path);
  if (planned?.before === undefined) return {};
  return { before: planned.after, after: planned.before };
}
