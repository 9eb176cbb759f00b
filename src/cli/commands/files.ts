import { limits } from '../../contract/limits.ts';
import { nameOf } from '../../contract/paths.ts';
import { makeChange } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { dryRunFlag, meansFlag, switchFlag } from '../flags.ts';
import { plural, toSize } from '../numbers.ts';
import type { AnswerOf, InputOf } from '../operations.ts';
import { collectPages, sayCut, toLimit } from '../pages.ts';
import { flexible, right } from '../table.ts';
import { toAge } from '../times.ts';
import { resolveNote, toNotePath } from '../words.ts';
import { noteArgument } from './notes.ts';

const noteMember = { ...noteArgument, member: 'path' } as const;
const movedArgument = {
  ...noteMember,
  summary: 'Its name, path or wikilink; a folder with "/" at the end.',
  kind: 'note or folder',
} as const;
const moveFlags = {
  'keep-links': meansFlag('updateLinks', false, 'Do not change links to it.'),
} as const;

export const fileCommands: readonly Declaration[] = [
  operationCommand({
    name: 'move',
    operation: 'RenameNote',
    brief: 'to another folder',
    summary: 'Move a note or a folder to another folder or path.',
    args: [
      movedArgument,
      { name: 'TO', summary: 'A path, or a folder with "/" at the end.', kind: 'folder' },
    ],
    flags: moveFlags,
    without: ['to'],
    examples: [
      ['vaultd move "Garden plan" Archive/', 'into a folder, keeping its name'],
      ['vaultd move Inbox "Archive/Inbox 2024"', 'to another path'],
      ['vaultd move Projects/Old/ Archive/', 'a folder with its contents'],
    ],
    input: ({ args: [name = '', to = ''], params: { path } }) => ({
      to: to.endsWith('/') ? `${to}${nameOf(path)}` : withEnding(to, name, path),
    }),
    done: sayMoved,
  }),
  operationCommand({
    name: 'rename',
    operation: 'RenameNote',
    brief: 'in the same folder',
    summary: 'Rename a note or a folder in place.',
    args: [movedArgument, { name: 'NAME', summary: 'The new name; .md may be left out.' }],
    flags: moveFlags,
    without: ['to'],
    examples: [['vaultd rename "Garden plan" "Garden 2025"', 'links to it are updated']],
    input: ({ args: [name = '', to = ''], params: { path } }) => ({
      to: `${path.slice(0, -nameOf(path).length)}${withEnding(to, name, path)}`,
    }),
    done: sayMoved,
  }),
  operationCommand({
    name: 'rename heading',
    operation: 'RenameHeading',
    args: [noteMember, { name: 'HEADING', member: 'heading' }, { name: 'TEXT', member: 'to' }],
    isHidden: true,
    examples: [['vaultd rename heading "Garden plan" Tasks "To do"', 'links follow']],
    done: sayRefactored,
  }),
  operationCommand({
    name: 'rename block',
    operation: 'RenameBlock',
    args: [noteMember, { name: 'ID', member: 'block' }, { name: 'NEW', member: 'to' }],
    isHidden: true,
    examples: [['vaultd rename block Inbox a1b2c3 decision', 'links follow']],
    done: sayRefactored,
  }),
  operationCommand({
    name: 'rename tag',
    operation: 'RenameTag',
    about: 'In texts, properties and bases.',
    args: [
      { name: 'TAG', member: 'tag', kind: 'tag' },
      { name: 'NEW', member: 'to' },
    ],
    isHidden: true,
    examples: [['vaultd rename tag todo task/open -n', 'see it first']],
    done: sayRefactored,
  }),
  operationCommand({
    name: 'rename property',
    operation: 'RenameProperty',
    args: [
      { name: 'NAME', member: 'property', kind: 'property' },
      { name: 'NEW', member: 'to' },
    ],
    isHidden: true,
    examples: [['vaultd rename property up parent', 'the values stay as they are']],
    done: sayRefactored,
  }),
  operationCommand({
    name: 'move into',
    operation: 'MergeNotes',
    summary: 'Append notes to another one.',
    about:
      'Texts and properties are merged, links to the notes point to TARGET, and the notes go to the trash.',
    args: [
      { name: 'TARGET', member: 'into', kind: 'note' },
      { name: 'NOTE', member: 'from', kind: 'note', isMany: true },
    ],
    isHidden: true,
    examples: [['vaultd move into Article "Draft 1" "Draft 2"', 'both drafts below Article']],
    done: sayRefactored,
  }),
  operationCommand({
    name: 'move section',
    operation: 'SplitNote',
    summary: 'Move a section into a note of its own.',
    about: 'Links into the section point to the new note, and a link replaces the section.',
    args: [
      noteMember,
      { name: 'HEADING', member: 'heading' },
      { name: 'TO', member: 'to', kind: 'new note' },
    ],
    flags: { leave: { value: 'WHAT', summary: 'What takes its place (default: a link).' } },
    isHidden: true,
    examples: [['vaultd move section Inbox Ideas "Ideas/From the inbox"', 'the section moves']],
    done: sayRefactored,
  }),
  handCommand({
    name: 'delete',
    operation: 'DeleteNote',
    brief: 'move to the trash',
    summary: 'Move notes to the trash of the vault.',
    byHand: 'One request for each note, after all names are resolved.',
    args: [{ ...noteArgument, summary: 'Names, paths or wikilinks.', isMany: true }],
    flags: {
      permanent: { summary: 'Do not keep them in .trash; undo still works.' },
      'dry-run': dryRunFlag,
    },
    examples: [['vaultd delete "Old plan"', 'vaultd undo brings it back']],
    async run(context, { args, params: { permanent } }) {
      // A typo in the last name must not cost the first note.
      const paths: string[] = [];
      for (const name of args) paths.push(await resolveNote(context, name, true));
      for (const path of paths) {
        const done = () => (permanent ? `Removed ${path}.` : `Trashed ${path}.`);
        await makeChange(context, 'DeleteNote', { path, permanent }, done);
      }
    },
  }),
  handCommand({
    name: 'list',
    operation: 'ListFiles',
    brief: 'list files',
    summary: 'List the files of the vault.',
    byHand: 'Asks for page after page; orphans and dead ends have operations of their own.',
    args: [{ name: 'FOLDER', member: 'folder', summary: 'Where to begin.', kind: 'folder' }],
    flags: {
      ext: { summary: 'Only files with this ending; md for notes.' },
      flat: meansFlag('recursive', false, 'Do not list subfolders.'),
      long: switchFlag('With sizes and times.', 'l'),
      limit: { summary: 'At most N files (default: all).' },
      orphans: switchFlag('Notes that no other note links to.'),
      'dead-ends': switchFlag('Notes that link to nothing.'),
    },
    defaults: { recursive: true },
    examples: [
      ['vaultd list Projects --ext md', 'the notes of a folder'],
      ['vaultd list -l --json | jq', 'everything, for a program'],
    ],
    async run(context, { flags, params }) {
      const { out } = context;
      const wanted = toLimit(params.limit, Number.POSITIVE_INFINITY);
      if (flags.orphans || flags['dead-ends']) {
        const method = flags.orphans ? 'ListOrphans' : 'ListDeadEnds';
        const limit = Math.min(wanted, limits.answerPathsMax);
        const { notes, total } = await context.call(method, { limit });
        out.result(notes, () => out.lines(notes));
        if (total > notes.length) sayCut(context, notes.length, 'notes', total);
        return;
      }
      const { items: files, isCut } = await listAll(context, params, wanted);
      const link = await context.linker();
      out.result(files, () => {
        if (!flags.long) return out.lines(files.map(({ path }) => link(path)));
        const rows = files.map(({ path, size, mtime }) => [link(path), toSize(size), toAge(mtime)]);
        out.table([flexible, right, right], rows);
      });
      if (isCut) sayCut(context, files.length, 'files');
    },
  }),
];

function listAll({ call }: Context, params: InputOf<'ListFiles'>, wanted: number) {
  return collectPages(wanted, limits.filesListedMax, async (limit, from) => {
    const { files, cursor } = await call('ListFiles', { ...params, limit, cursor: from });
    return { items: files, next: cursor };
  });
}

function sayMoved({ from, to, links_updated: count }: AnswerOf<'RenameNote'>): string {
  return `Moved ${from} to ${to}.${count > 0 ? ` ${plural(count, 'link')} changed.` : ''}`;
}

function sayRefactored(answer: AnswerOf<'RenameTag'>): string {
  const { changed, files_touched: files, files_left: left } = answer;
  const kept = left.length === 0 ? '' : ` Not writable: ${left.join(', ')}.`;
  return `Changed ${plural(changed, 'place')} in ${plural(files.length, 'file')}.${kept}`;
}

/** A note stays a note, a picture stays a picture, and a folder (`name` ends with "/") has no ending. */
function withEnding(to: string, name: string, path: string): string {
  const ending = name.endsWith('/') ? '' : (/\.[^./]+$/.exec(path)?.[0] ?? '');
  if (ending.toLowerCase() === '.md') return toNotePath(to);
  return to.endsWith(ending) ? to : `${to}${ending}`;
}
