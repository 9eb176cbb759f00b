import * as z from 'zod';
import type { IdeCall } from './call.ts';
import { invalidParams, unknownName } from './errors.ts';
import { getDiagnostics } from './tools/diagnostics.ts';
import { closeAllDiffTabs, closeTab, openDiff } from './tools/diffs.ts';
import {
  checkDocumentDirty,
  getOpenEditors,
  getWorkspaceFolders,
  saveDocument,
} from './tools/editors.ts';
import { openFile } from './tools/open-file.ts';
import { getCurrentSelection, getLatestSelection } from './tools/selections.ts';
import type { IdeTool, IdeToolResult } from './tools/tool.ts';

const tools: readonly IdeTool[] = [
  openFile,
  openDiff,
  getCurrentSelection,
  getLatestSelection,
  getOpenEditors,
  getWorkspaceFolders,
  getDiagnostics,
  checkDocumentDirty,
  saveDocument,
  closeTab,
  closeAllDiffTabs,
];

export function listTools(): unknown[] {
  return tools.map(({ name, description, isReadOnly, args }) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(args);
    return { name, description, inputSchema, annotations: { readOnlyHint: isReadOnly } };
  });
}

export async function callIdeTool(
  call: IdeCall,
  { name, arguments: raw }: Readonly<Record<string, unknown>>,
): Promise<IdeToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw unknownName('Unknown tool', name);
  const args = tool.args.safeParse(raw ?? {});
  if (!args.success) {
    const [issue] = args.error.issues;
    throw invalidParams(`${tool.name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return tool.run(call, args.data);
}
