import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';

export const noteProperties = defineOperation({
  name: 'note.properties',
  summary: 'The properties of a note.',
  access: 'read',
  at: { local: 'GetProperties' },
  input: z.object({ path: vaultPath }),
  output: z.object({ properties: z.record(z.string(), z.unknown()) }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ notes }, { path }) {
    const { text } = await notes.read(path);
    return { properties: { ...scanNote(text).frontmatter?.values } };
  },
});
