import { bundleAppend, bundlePrepend } from '../../../../operations/bundle/append.ts';
import { bundleCreate } from '../../../../operations/bundle/create.ts';
import { bundleDelete } from '../../../../operations/bundle/delete.ts';
import { bundleFileInfo } from '../../../../operations/bundle/file-info.ts';
import { bundleMove, bundleRename } from '../../../../operations/bundle/move.ts';
import { bundleOpen } from '../../../../operations/bundle/open.ts';
import { bundleRead } from '../../../../operations/bundle/read.ts';
import { type BundleTool, toolsOf } from '../tool.ts';

const tool = toolsOf('files');

export const fileTools: readonly BundleTool[] = [
  tool('create_note', 'Create note', bundleCreate),
  tool('read_note', 'Read note', bundleRead),
  tool('append_note', 'Append to note', bundleAppend, {
    effect: 'adds',
    also: ['obsidian_append_to_note'],
  }),
  tool('prepend_note', 'Prepend to note', bundlePrepend, {
    effect: 'adds',
    also: ['obsidian_prepend_to_note'],
  }),
  tool('delete_note', 'Delete note', bundleDelete),
  tool('move_note', 'Move note', bundleMove),
  tool('rename_note', 'Rename note', bundleRename, { alsoTakes: { to: 'newName' } }),
  tool('open_note', 'Open note in Obsidian', bundleOpen, {
    effect: 'shows',
    also: ['obsidian_open'],
  }),
  tool('file_info', 'File information', bundleFileInfo, { also: ['obsidian_get_file_info'] }),
];
