import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { documentMap, headingPaths } from '../../engine/text/markdown/address.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';

export const noteOutline = defineOperation({
  name: 'note.outline',
  summary: 'The headings, blocks and properties of a note.',
  access: 'read',
  at: { local: 'GetOutline' },
  input: z.object({ path: vaultPath }),
  output: z.object({
    headings: z.array(
      z.object({
        level: z.int(),
        text: z.string(),
        path: z.string().describe('With the headings above it, "::" between them.'),
        line: z.int().describe('From 1.'),
      }),
    ),
    blocks: z.array(z.string()),
    properties: z.array(z.string()),
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ notes }, { path }) {
    const note = scanNote((await notes.read(path)).text);
    const paths = headingPaths(note);
    const { blocks, frontmatterFields } = documentMap(note);
    const headings = note.headings.map(({ level, text, line }, at) => ({
      level,
      text,
      path: paths[at] ?? text,
      line: line + 1,
    }));
    return { headings, blocks, properties: frontmatterFields };
  },
});
