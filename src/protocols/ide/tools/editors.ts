import { resolve } from 'node:path';
import { z } from 'zod';
import { nameOf } from '../../../contract/paths.ts';
import { workspaceGetState } from '../../../operations/workspace/get-state.ts';
import { workspaceSave } from '../../../operations/workspace/save.ts';
import { workspaceTabs } from '../../../operations/workspace/tabs.ts';
import { type IdePeer, perform } from '../call.ts';
import { languageOf } from './open-file.ts';
import { defineTool, type IdeToolResult, sayJson } from './tool.ts';

const fileArgs = z.object({ filePath: z.string().describe('Path or file:// URI of the note.') });

const getOpenEditors = defineTool({
  name: 'getOpenEditors',
  description: 'The notes that are open in the editor.',
  isReadOnly: true,
  args: z.object({}),
  async call(peer) {
    const { tabs } = await perform(peer, workspaceTabs, {});
    return sayJson({
      tabs: tabs.map(({ path, isActive, isDirty, lineCount, selection }) => ({
        uri: peer.paths.toUrl(path, peer.root),
        isActive,
        isPinned: false,
        isPreview: false,
        isDirty,
        label: nameOf(path),
        groupIndex: 0,
        viewColumn: 1,
        isGroupActive: true,
        fileName: peer.paths.toAbsolute(path, peer.root),
        languageId: languageOf(path),
        lineCount,
        isUntitled: false,
        ...(selection && { selection: { ...selection, isReversed: false } }),
      })),
    });
  },
});

const getWorkspaceFolders = defineTool({
  name: 'getWorkspaceFolders',
  description: 'The folder of the vault.',
  isReadOnly: true,
  args: z.object({}),
  async call({ paths, root, vaultName }) {
    const folder = { name: vaultName, uri: paths.toUrl('', root), path: root, index: 0 };
    return sayJson({ success: true, folders: [folder], rootPath: root, workspaceFile: null });
  },
});

const checkDocumentDirty = defineTool({
  name: 'checkDocumentDirty',
  description: 'Whether an open note has text that is not saved.',
  isReadOnly: true,
  args: fileArgs,
  async call(peer, { filePath: given }) {
    const path = peer.paths.find(given);
    const { open, dirty } = await perform(peer, workspaceGetState, {});
    if (path === undefined || !open.includes(path)) return notOpen(peer, given);
    const filePath = peer.paths.toAbsolute(path, peer.root);
    return sayJson({ success: true, filePath, isDirty: dirty.includes(path), isUntitled: false });
  },
});

const saveDocument = defineTool({
  name: 'saveDocument',
  description: 'Ask the editor to save a note that has unsaved text.',
  isReadOnly: false,
  args: fileArgs,
  async call(peer, { filePath: given }, signal) {
    const path = peer.paths.find(given);
    if (path === undefined || !peer.session.view.policy.mayRead(path)) return notOpen(peer, given);
    const { isOpen, saved } = await perform(peer, workspaceSave, { path }, signal);
    if (!isOpen) return notOpen(peer, given);
    return sayJson({
      success: true,
      filePath: peer.paths.toAbsolute(path, peer.root),
      saved,
      message: saved ? 'Document saved successfully' : 'Document was not dirty or save failed',
    });
  },
});

export const editorTools = {
  getOpenEditors,
  getWorkspaceFolders,
  checkDocumentDirty,
  saveDocument,
};

function notOpen({ root }: IdePeer, given: string): IdeToolResult {
  const filePath = resolve(root, given.replace(/^file:\/\//, ''));
  return sayJson({ success: false, message: `Document not open: ${filePath}` });
}
