import * as z from 'zod';
import { isVaultError } from '../../../contract/errors.ts';
import { ideLimits } from '../../../contract/limits.ts';
import { diffClose, diffCloseAll } from '../../../operations/diff/close.ts';
import { diffOpen } from '../../../operations/diff/open.ts';
import { invalidParams } from '../errors.ts';
import { defineTool, say } from './tool.ts';

const noViewer =
  'No diff viewer is attached. Open one, or set the diff tool of Claude Code to terminal.';

const tabName = z.string().describe('What the client calls the diff.');

/** The call stays open until the user decides. The client writes the file; we never do. */
export const openDiff = defineTool({
  name: 'openDiff',
  description: 'Show a proposed change of a file and wait until the user accepts or rejects it.',
  isReadOnly: false,
  args: z.object({
    old_file_path: z.string().describe('The file as it is.'),
    new_file_path: z.string().describe('The file as it would be; the same path.'),
    new_file_contents: z.string().describe('The whole proposed text.'),
    tab_name: tabName,
  }),
  async run(call, { new_file_path: file, new_file_contents: text, tab_name: title }) {
    const path = call.findReadable(file);
    if (path === undefined) throw invalidParams('openDiff: the file is not in this vault');
    if (title.length > ideLimits.tabNameLengthMax)
      throw invalidParams('openDiff: tab_name is too long');
    const end = await call.perform(diffOpen, { path, title, text }).catch((thrown) => {
      if (isVaultError(thrown) && thrown.about.reason === 'no-diff-viewer') call.advise(noViewer);
      throw thrown;
    });
    // Any other answer means something else: TAB_CLOSED would accept the change.
    return end.accepted ? say('FILE_SAVED', end.text ?? text) : say('DIFF_REJECTED', title);
  },
});

export const closeTab = defineTool({
  name: 'close_tab',
  description: 'Close a diff that this client has opened.',
  isReadOnly: false,
  args: z.object({ tab_name: tabName }),
  async run({ perform }, { tab_name: title }) {
    await perform(diffClose, { title });
    return say('TAB_CLOSED');
  },
});

export const closeAllDiffTabs = defineTool({
  name: 'closeAllDiffTabs',
  description: 'Close every diff that this client has opened.',
  isReadOnly: false,
  args: z.object({}),
  async run({ perform }) {
    const { closed } = await perform(diffCloseAll, {});
    return say(`CLOSED_${closed}_DIFF_TABS`);
  },
});
