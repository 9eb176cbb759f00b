import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { joinPath, parseVaultPath } from '../../contract/paths.ts';
import { answerFormats } from '../../engine/knowledge/query/questions.ts';
import { baseList } from '../knowledge/base-list.ts';
import { queryRun } from '../knowledge/query-run.ts';
import { parseNewName, withNoteEnding } from './new-path.ts';
import { defineNoteTool, shareVaultTool } from './tool.ts';

const view = z.string().optional().describe('The view; the first one when left out.');

export const bundleListBases = shareVaultTool('listBases', baseList);

export const bundleListBaseViews = defineNoteTool({
  name: 'listBaseViews',
  summary: 'The views of a base.',
  access: 'read',
  input: {},
  output: z.object({
    path: z.string(),
    views: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
  async run(call, { path }) {
    const { bases } = await baseList.run(call, {});
    return { path, views: bases.find((base) => base.path === path)?.views ?? [] };
  },
});

export const bundleQueryBase = defineNoteTool({
  name: 'queryBase',
  summary: 'What a view of a base shows.',
  access: 'read',
  input: {
    view,
    format: z.enum(answerFormats).default('json'),
    limit: z.int().min(1).max(limits.queryRowsMax).optional().describe('Rows at most.'),
  },
  output: z.object({
    path: z.string(),
    data: z.record(z.string(), z.unknown()).optional(),
    text: z.string().optional(),
    truncated: z.boolean(),
  }),
  async run(call, { path }, { view: shown, format, limit }) {
    const asked = { mode: 'base' as const, base: path, view: shown, format, limit };
    const { data, text, truncated } = await queryRun.run(call, asked);
    return { path, ...(data && { data }), ...(text !== undefined && { text }), truncated };
  },
});

export const bundleCreateBaseItem = defineNoteTool({
  name: 'createBaseItem',
  summary:
    'Create a note for a base, in the folder that its filters name. The answer tells whether a view of the base shows it.',
  access: 'write',
  input: {
    itemName: z.string().min(1).describe('Name of the new note.'),
    view,
    content: z.string().default('').describe('Text of the note, as Markdown.'),
  },
  output: z.object({ path: z.string(), base: z.string(), shown: z.boolean(), etag: z.string() }),
  fails: ['already-exists', 'invalid-input'],
  async run(call, { path: base }, { itemName, view: shown, content }) {
    const { text } = await call.notes.read(base);
    const folder = parseVaultPath(folderIn(text));
    const path = joinPath(folder, parseNewName(withNoteEnding(itemName)));
    const options = { expect: { absent: true }, signal: call.signal, why: `create ${path}` };
    const { hash = '' } = await call.vault.write(path, Buffer.from(content), options);
    const asked = { mode: 'base' as const, base, view: shown, format: 'paths' as const };
    const { text: paths = '' } = await queryRun.run(call, asked);
    return { path, base, shown: paths.split('\n').includes(path), etag: hash };
  },
});

/** The folder that a filter of the base wants, or the root. */
function folderIn(base: string): string {
  const inFolder = /file\.inFolder\(\s*["']([^"']+)["']\s*\)/.exec(base)?.[1];
  const equal = /file\.folder\s*==\s*\\?["']([^"'\\]+)\\?["']/.exec(base)?.[1];
  return (inFolder ?? equal ?? '').replace(/^\/+|\/+$/g, '');
}
