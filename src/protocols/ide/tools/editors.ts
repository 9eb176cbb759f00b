import * as z from 'zod';
import { nameOf } from '../../../contract/paths.ts';
import { workspaceSave } from '../../../operations/workspace/save.ts';
import { workspaceGetState } from '../../../operations/workspace/state.ts';
import { workspaceTabs } from '../../../operations/workspace/tabs.ts';
import type { IdeCall } from '../call.ts';
import { languageOf } from './open-file.ts';
import { defineTool, type IdeToolResult, sayJson } from './tool.ts';

const fileArgs = z.object({ filePath: z.string().describe('Path or file:// URI of the note.') });

export const getOpenEditors = defineTool({
  name: 'getOpenEditors',
  description: 'The notes that are open in the editor.',
  isReadOnly: true,
  args: z.object({}),
  async run({ perform, paths }) {
    const { tabs } = await perform(workspaceTabs, {});
    return sayJson({
      tabs: tabs.map(({ path, isActive, isDirty, lineCount, selection }) => ({
        uri: paths.toUrl(path),
        isActive,
        isPinned: false,
        isPreview: false,
        isDirty,
        label: nameOf(path),
        groupIndex: 0,
        viewColumn: 1,
        isGroupActive: true,
        fileName: paths.toAbsolute(path),
        languageId: languageOf(path),
        lineCount,
        isUntitled: false,
        ...(selection && { selection: { ...selection, isReversed: false } }),
      })),
    });
  },
});

export const getWorkspaceFolders = defineTool({
  name: 'getWorkspaceFolders',
  description: 'The folder of the vault.',
  isReadOnly: true,
  args: z.object({}),
  async run({ paths, vaultName: name }) {
    const { root: rootPath } = paths;
    const folder = { name, uri: paths.toUrl(''), path: rootPath, index: 0 };
    return sayJson({ success: true, folders: [folder], rootPath, workspaceFile: null });
  },
});

export const checkDocumentDirty = defineTool({
  name: 'checkDocumentDirty',
  description: 'Whether an open note has text that is not saved.',
  isReadOnly: true,
  args: fileArgs,
  async run(call, { filePath: given }) {
    const path = call.paths.find(given);
    const { open, dirty } = await call.perform(workspaceGetState, {});
    if (path === undefined || !open.includes(path)) return notOpen(call, given);
    const filePath = call.paths.toAbsolute(path);
    return sayJson({ success: true, filePath, isDirty: dirty.includes(path), isUntitled: false });
  },
});

export const saveDocument = defineTool({
  name: 'saveDocument',
  description: 'Ask the editor to save a note that has unsaved text.',
  isReadOnly: false,
  args: fileArgs,
  async run(call, { filePath: given }) {
    const path = call.findReadable(given);
    if (path === undefined) return notOpen(call, given);
    const { isOpen, saved } = await call.perform(workspaceSave, { path });
    if (!isOpen) return notOpen(call, given);
    return sayJson({
      success: true,
      filePath: call.paths.toAbsolute(path),
      saved,
      message: saved ? 'Document saved successfully' : 'Document was not dirty or save failed',
    });
  },
});

function notOpen({ paths }: IdeCall, given: string): IdeToolResult {
  return sayJson({ success: false, message: `Document not open: ${paths.toShown(given)}` });
}
