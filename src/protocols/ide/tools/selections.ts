import { z } from 'zod';
import { parseVaultPath } from '../../../contract/paths.ts';
import type { TextRange } from '../../../contract/workspace.ts';
import { workspaceGetState } from '../../../operations/workspace/get-state.ts';
import { workspaceLatestSelection } from '../../../operations/workspace/latest-selection.ts';
import { type IdePeer, perform } from '../call.ts';
import { toSelectionParams } from '../selection.ts';
import { defineTool, type IdeToolResult, sayJson } from './tool.ts';

const getCurrentSelection = defineTool({
  name: 'getCurrentSelection',
  description: 'The text that is selected in the active note.',
  isReadOnly: true,
  args: z.object({}),
  async call(peer) {
    const { active, selection, text } = await perform(peer, workspaceGetState, {});
    if (active === undefined) return fail('No active editor found');
    return describe(peer, active, selection, text);
  },
});

const getLatestSelection = defineTool({
  name: 'getLatestSelection',
  description: 'The text that was selected last, also when it is selected no more.',
  isReadOnly: true,
  args: z.object({}),
  async call(peer) {
    const { latest } = await perform(peer, workspaceLatestSelection, {});
    if (latest === undefined) return fail('No selection available');
    return describe(peer, latest.path, latest.selection, latest.text);
  },
});

export const selectionTools = { getCurrentSelection, getLatestSelection };

function describe(
  { paths, root }: IdePeer,
  path: string,
  selection: TextRange | undefined,
  text: string,
): IdeToolResult {
  const state = { active: parseVaultPath(path), selection, text };
  return sayJson({ success: true, ...toSelectionParams(state, paths, root) });
}

function fail(message: string): IdeToolResult {
  return sayJson({ success: false, message });
}
