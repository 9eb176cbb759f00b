import { resolve } from 'node:path';
import { z } from 'zod';
import { isVaultError } from '../../../contract/errors.ts';
import { isNote, type VaultPath } from '../../../contract/paths.ts';
import { workspaceGetState } from '../../../operations/workspace/get-state.ts';
import { workspaceOpen } from '../../../operations/workspace/open.ts';
import { type IdePeer, perform } from '../call.ts';
import { defineTool, type IdeToolResult, say, sayIdeError, sayJson } from './tool.ts';

const line = z.int().min(1).optional();

const argsShape = z.object({
  filePath: z.string().describe('Path or file:// URI of the note to open.'),
  preview: z.boolean().optional().describe('Open as a preview.'),
  startText: z.string().optional().describe('Select from the first occurrence of this text.'),
  endText: z.string().optional().describe('Select to the end of this text after it.'),
  selectToEndOfLine: z
    .boolean()
    .optional()
    .describe('Extend the selection to the end of its line.'),
  makeFrontmost: z.boolean().optional().describe('Make it the active note; true when absent.'),
  startLine: line.describe('Select from this line, counted from one.'),
  endLine: line.describe('Select to this line, included.'),
});
type Args = z.output<typeof argsShape>;

export const openFile = defineTool({
  name: 'openFile',
  description: 'Open a note of the vault in the editor and optionally select text in it.',
  isReadOnly: true,
  args: argsShape,
  async call(peer, args) {
    const path = peer.paths.find(args.filePath);
    if (path === undefined) return missing(peer, args.filePath);
    try {
      return await open(peer, path, args);
    } catch (thrown) {
      if (isVaultError(thrown) && thrown.code !== 'internal') return missing(peer, args.filePath);
      throw thrown;
    }
  },
});

async function open(peer: IdePeer, path: VaultPath, args: Args): Promise<IdeToolResult> {
  const { startText, endText, startLine, endLine, makeFrontmost = true } = args;
  const opened = await perform(peer, workspaceOpen, {
    path,
    front: makeFrontmost,
    startText,
    endText,
    toLineEnd: args.selectToEndOfLine,
    startLine: startLine && startLine - 1,
    endLine: endLine && endLine - 1,
  });
  const filePath = peer.paths.toAbsolute(path, peer.root);
  switch (opened.match) {
    case 'nothing':
      return say(`Opened file, but text "${startText}" not found`);
    case 'start':
      return say(`Opened file and selected text "${startText}"`);
    case 'both':
      return say(`Opened file and selected text from "${startText}" to "${endText}"`);
    case 'start-without-end':
      return say(`Opened file and positioned at "${startText}" (end text "${endText}" not found)`);
    case 'none-wanted':
      if (makeFrontmost) return say(`Opened file: ${filePath}`);
      return describe(peer, path, opened.lineCount);
  }
}

async function describe(peer: IdePeer, path: VaultPath, lineCount: number): Promise<IdeToolResult> {
  const { dirty } = await perform(peer, workspaceGetState, {});
  const filePath = peer.paths.toAbsolute(path, peer.root);
  return sayJson({
    success: true,
    filePath,
    fileUrl: peer.paths.toUrl(path, peer.root),
    message: `Opened file: ${filePath}`,
    languageId: languageOf(path),
    lineCount,
    isDirty: dirty.includes(path),
    isUntitled: false,
    isClosed: false,
  });
}

export function languageOf(path: string): string {
  return isNote(path) ? 'markdown' : 'plaintext';
}

/** What lies outside, is hidden or does not exist is answered alike. */
function missing({ root }: IdePeer, given: string): IdeToolResult {
  return sayIdeError(`File not found: ${resolve(root, given.replace(/^file:\/\//, ''))}`);
}
