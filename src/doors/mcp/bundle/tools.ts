import { bundleAppend, bundlePrepend } from '../../../operations/bundle/append.ts';
import { bundleCreate } from '../../../operations/bundle/create.ts';
import { bundleDelete } from '../../../operations/bundle/delete.ts';
import { bundleFileInfo } from '../../../operations/bundle/file-info.ts';
import { bundleMove, bundleRename } from '../../../operations/bundle/move.ts';
import { bundleOpen } from '../../../operations/bundle/open.ts';
import { bundleRead } from '../../../operations/bundle/read.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { BundleOptions, Story } from './options.ts';

/** A tool of the bundle, as data. */
export interface BundleTool {
  readonly name: string;
  readonly title: string;
  readonly operation: Operation;
  readonly story: Story;
  /** `app`: only where an app is used. `command`: only where commands are switched on, too. */
  readonly needs: 'files' | 'app' | 'command';
  /** What a client may expect of a change. */
  readonly effect: 'reads' | 'adds' | 'destroys' | 'shows';
  /** Other names that are accepted and not listed. */
  readonly also?: readonly string[];
  /** Other names of arguments that are accepted and not listed. */
  readonly alsoTakes?: Readonly<Record<string, string>>;
}

/** The tools of a session, in the order clients see them. */
export function chooseTools({ stories, hasApp, commands, readOnly }: BundleOptions): BundleTool[] {
  return allTools.filter(
    ({ story, needs, operation }) =>
      stories.includes(story) &&
      (needs === 'files' || hasApp) &&
      (needs !== 'command' || commands) &&
      (operation.access === 'read' || !readOnly),
  );
}

/** Whether a name belongs to a tool that only changes things, and so is closed to who may only read. */
export function isClosedForReaders(name: string): boolean {
  return allTools.some((tool) => isCalled(tool, name) && tool.operation.access !== 'read');
}

export function isCalled({ name, also = [] }: BundleTool, asked: string): boolean {
  return name === asked || also.includes(asked);
}

const fileTools: readonly BundleTool[] = [
  {
    name: 'obsidian_create_note',
    title: 'Create note',
    operation: bundleCreate,
    story: 'files',
    needs: 'files',
    effect: 'destroys',
  },
  {
    name: 'obsidian_read_note',
    title: 'Read note',
    operation: bundleRead,
    story: 'files',
    needs: 'files',
    effect: 'reads',
  },
  {
    name: 'obsidian_append_note',
    title: 'Append to note',
    operation: bundleAppend,
    story: 'files',
    needs: 'files',
    effect: 'adds',
    also: ['obsidian_append_to_note'],
  },
  {
    name: 'obsidian_prepend_note',
    title: 'Prepend to note',
    operation: bundlePrepend,
    story: 'files',
    needs: 'files',
    effect: 'adds',
    also: ['obsidian_prepend_to_note'],
  },
  {
    name: 'obsidian_delete_note',
    title: 'Delete note',
    operation: bundleDelete,
    story: 'files',
    needs: 'files',
    effect: 'destroys',
  },
  {
    name: 'obsidian_move_note',
    title: 'Move note',
    operation: bundleMove,
    story: 'files',
    needs: 'files',
    effect: 'destroys',
  },
  {
    name: 'obsidian_rename_note',
    title: 'Rename note',
    operation: bundleRename,
    story: 'files',
    needs: 'files',
    effect: 'destroys',
    alsoTakes: { to: 'newName' },
  },
  {
    name: 'obsidian_open_note',
    title: 'Open note in Obsidian',
    operation: bundleOpen,
    story: 'files',
    needs: 'files',
    effect: 'shows',
    also: ['obsidian_open'],
  },
  {
    name: 'obsidian_file_info',
    title: 'File information',
    operation: bundleFileInfo,
    story: 'files',
    needs: 'files',
    effect: 'reads',
    also: ['obsidian_get_file_info'],
  },
];

export const allTools: readonly BundleTool[] = fileTools;
