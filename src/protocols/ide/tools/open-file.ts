import * as z from 'zod';
import { isVaultError } from '../../../contract/errors.ts';
import { isNote, type VaultPath } from '../../../contract/paths.ts';
import { workspaceOpen } from '../../../operations/workspace/open.ts';
import { workspaceGetState } from '../../../operations/workspace/state.ts';
import type { IdeCall } from '../call.ts';
import { defineTool, type IdeToolResult, say, sayJson } from './tool.ts';

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
  async run(call, args) {
    const path = call.paths.find(args.filePath);
    try {
      if (path !== undefined) return await open(call, path, args);
    } catch (thrown) {
      if (!isVaultError(thrown) || thrown.code === 'internal') throw thrown;
    }
    // What is outside, hidden or missing is answered alike.
    const shown = call.paths.toShown(args.filePath);
    return { ...say(`File not found: ${shown}`), isError: true };
  },
});

async function open(call: IdeCall, path: VaultPath, args: Args): Promise<IdeToolResult> {
  const { startText, endText, startLine, endLine, makeFrontmost = true } = args;
  const { match, lineCount } = await call.perform(workspaceOpen, {
    path,
    front: makeFrontmost,
    startText,
    endText,
    toLineEnd: args.selectToEndOfLine,
    startLine: startLine && startLine - 1,
    endLine: endLine && endLine - 1,
  });
  switch (match) {
    case 'nothing':
      return say(`Opened file, but text "${startText}" not found`);
    case 'start':
      return say(`Opened file and selected text "${startText}"`);
    case 'both':
      return say(`Opened file and selected text from "${startText}" to "${endText}"`);
    case 'start-without-end':
      return say(`Opened file and positioned at "${startText}" (end text "${endText}" not found)`);
    case 'none-wanted':
      if (!makeFrontmost) return describe(call, path, lineCount);
      return say(`Opened file: ${call.paths.toAbsolute(path)}`);
  }
}

async function describe(
  { perform, paths }: IdeCall,
  path: VaultPath,
  lineCount: number,
): Promise<IdeToolResult> {
  const { dirty } = await perform(workspaceGetState, {});
  const filePath = paths.toAbsolute(path);
  return sayJson({
    success: true,
    filePath,
    fileUrl: paths.toUrl(path),
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
