import { z } from 'zod';
import type { IdePeer } from './call.ts';
import { IdeRpcError, ideRpcCodes, invalidParams } from './errors.ts';
import { getDiagnostics } from './tools/diagnostics.ts';
import { diffTools } from './tools/diffs.ts';
import { editorTools } from './tools/editors.ts';
import { openFile } from './tools/open-file.ts';
import { selectionTools } from './tools/selections.ts';
import type { IdeTool, IdeToolResult } from './tools/tool.ts';

const { openDiff, closeTab, closeAllDiffTabs } = diffTools;
const { getCurrentSelection, getLatestSelection } = selectionTools;
const { getOpenEditors, getWorkspaceFolders, checkDocumentDirty, saveDocument } = editorTools;

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
  peer: IdePeer,
  { name, arguments: raw }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<IdeToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const said = typeof name === 'string' ? name.slice(0, 100) : '';
    throw new IdeRpcError(ideRpcCodes.methodNotFound, `Unknown tool: ${said}`);
  }
  const args = tool.args.safeParse(raw ?? {});
  if (!args.success) {
    const [issue] = args.error.issues;
    throw invalidParams(`${tool.name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return tool.call(peer, args.data, signal);
}
