import { isVaultError } from '../../contract/errors.ts';
import { isNote, nameOf, parseVaultPath } from '../../contract/paths.ts';
import { noteRead } from '../../operations/note/read.ts';
import { workspaceGetState, workspaceRecent } from '../../operations/workspace/state.ts';
import type { IdeCall } from './call.ts';
import { IdeRpcError, ideRpcCodes, invalidParams } from './errors.ts';

const currentUri = 'vault://current';
const notePrefix = 'vault://note/';

/** The active note, and those that were open recently. */
export async function listIdeResources(call: IdeCall): Promise<unknown[]> {
  if (!call.settings.resources) return [];
  const { paths } = await call.perform(workspaceRecent, {});
  const current = {
    uri: currentUri,
    name: 'current',
    title: 'Active note',
    description: 'The note that is active in the editor.',
    mimeType: 'text/markdown',
  };
  const notes = paths.map((path) => ({
    uri: toNoteUri(path),
    name: nameOf(path),
    title: path,
    mimeType: mimeTypeOf(path),
  }));
  return [current, ...notes];
}

export function listIdeTemplates(call: IdeCall): unknown[] {
  if (!call.settings.resources) return [];
  return [
    {
      uriTemplate: `${notePrefix}{+path}`,
      name: 'note',
      title: 'A note of the vault',
      description: 'Any note by its path in the vault, percent-encoded.',
      mimeType: 'text/markdown',
    },
  ];
}

/** What cannot be read and what is not there are answered alike. */
export async function readIdeResource(
  call: IdeCall,
  { uri }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (typeof uri !== 'string') throw invalidParams('uri must be a string');
  const path = call.settings.resources ? await toPath(call, uri) : undefined;
  if (path === undefined) throw notFound(uri);
  try {
    const { content } = await call.perform(noteRead, { path });
    return {
      contents: [
        { uri: toNoteUri(parseVaultPath(path)), mimeType: mimeTypeOf(path), text: content },
      ],
    };
  } catch (thrown) {
    if (isVaultError(thrown)) throw notFound(uri);
    throw thrown;
  }
}

async function toPath(call: IdeCall, uri: string): Promise<string | undefined> {
  try {
    if (uri === currentUri) {
      const { active } = await call.perform(workspaceGetState, {});
      return active;
    }
    if (!uri.startsWith(notePrefix)) return undefined;
    return decodeURIComponent(uri.slice(notePrefix.length));
  } catch {
    return undefined;
  }
}

function toNoteUri(path: string): string {
  return notePrefix + path.split('/').map(encodeURIComponent).join('/');
}

function mimeTypeOf(path: string): string {
  return isNote(path) ? 'text/markdown' : 'text/plain';
}

function notFound(uri: string): IdeRpcError {
  return new IdeRpcError(ideRpcCodes.resourceNotFound, `Resource not found: ${uri}`);
}
