import * as z from 'zod';
import { parseVaultPath } from '../../../contract/paths.ts';
import type { TextRange } from '../../../contract/workspace.ts';
import {
  workspaceGetState,
  workspaceLatestSelection,
} from '../../../operations/workspace/state.ts';
import type { IdeCall } from '../call.ts';
import { toSelectionParams } from '../selection.ts';
import { defineTool, type IdeToolResult, sayJson } from './tool.ts';

export const getCurrentSelection = defineTool({
  name: 'getCurrentSelection',
  description: 'The text that is selected in the active note.',
  isReadOnly: true,
  args: z.object({}),
  async run(call) {
    const { active, selection, text } = await call.perform(workspaceGetState, {});
    if (active === undefined) return fail('No active editor found');
    return describe(call, active, selection, text);
  },
});

export const getLatestSelection = defineTool({
  name: 'getLatestSelection',
  description: 'The text that was selected last, also when it is selected no more.',
  isReadOnly: true,
  args: z.object({}),
  async run(call) {
    const { latest } = await call.perform(workspaceLatestSelection, {});
    if (latest === undefined) return fail('No selection available');
    return describe(call, latest.path, latest.selection, latest.text);
  },
});

function describe(
  { paths }: IdeCall,
  path: string,
  selection: TextRange | undefined,
  text: string,
): IdeToolResult {
  const state = { active: parseVaultPath(path), selection, text };
  return sayJson({ success: true, ...toSelectionParams(state, paths) });
}

function fail(message: string): IdeToolResult {
  return sayJson({ success: false, message });
}
