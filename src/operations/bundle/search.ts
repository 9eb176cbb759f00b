import * as z from 'zod';
import { searchLimits } from '../../contract/limits.ts';
import { noteSearch } from '../note/search.ts';
import type { Call } from '../operation.ts';
import { defineVaultTool } from './tool.ts';

const input = {
  query: z.string().min(1).describe('What to look for, in the language of Obsidian’s search.'),
  folder: z.string().optional().describe('Only notes below this folder.'),
  limit: z.int().min(1).max(searchLimits.pageMax).default(50).describe('Notes at most.'),
  caseSensitive: z.boolean().default(false),
};
interface Asked {
  readonly query: string;
  readonly folder?: string | undefined;
  readonly limit: number;
  readonly caseSensitive: boolean;
}

export const bundleSearch = defineVaultTool({
  name: 'search',
  summary: 'Find the notes that hold some words.',
  access: 'read',
  input,
  output: z.object({
    query: z.string(),
    files: z.array(z.string()),
    total: z.int().describe('Notes that were found, whatever the limit.'),
  }),
  async run(call, _host, asked) {
    const { hits, total } = await search(call, asked, 0, 0);
    return { query: asked.query, files: hits.map(({ path }) => path), total };
  },
});

export const bundleSearchWithContext = defineVaultTool({
  name: 'searchWithContext',
  summary: 'Find the notes that hold some words, and show the lines in which they stand.',
  access: 'read',
  input: {
    ...input,
    contextLines: z
      .int()
      .min(0)
      .max(searchLimits.contextLinesMax)
      .default(0)
      .describe('Lines to show around each one.'),
  },
  output: z.object({
    query: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        matches: z.array(
          z.object({
            line: z.int().describe('From 1; 0 means the name of the note.'),
            text: z.string(),
          }),
        ),
      }),
    ),
    total: z.int(),
  }),
  async run(call, _host, { contextLines, ...asked }) {
    const { hits, total } = await search(call, asked, contextLines, matchesShown);
    const files = hits.map(({ path, matches }) => ({
      path,
      matches: matches.map(({ line, text }) => ({ line, text })),
    }));
    return { query: asked.query, files, total };
  },
});

const matchesShown = 20;

async function search(call: Call, asked: Asked, context: number, matches: number) {
  const { query, folder, limit, caseSensitive } = asked;
  return noteSearch.run(call, {
    query,
    mode: 'obsidian',
    pathPrefix: folder,
    matchCase: caseSensitive,
    limit,
    context,
    matches,
  });
}
