import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { nestedMap } from '../../engine/text/edit/scoped/names.ts';
import { readProperties } from '../../engine/text/edit/yaml/frontmatter.ts';
import { documentMap } from '../../engine/text/markdown/address.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';

/** Headings inside headings, by their names. */
const tree: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());

export const noteMap = defineOperation({
  name: 'note.map',
  summary: 'The headings, blocks and properties of a note.',
  access: 'read',
  at: { rest: 'GET vault/FILE as document map' },
  input: z.strictObject({
    path: vaultPath,
    shape: z
      .enum(['flat', 'nested'])
      .describe('flat: headings as "Parent::Child". nested: headings inside headings.'),
  }),
  output: z.object({
    headings: z.union([z.array(z.string()), tree]),
    blocks: z.array(z.string()),
    frontmatterFields: z.array(z.string()),
    etag: z.string(),
  }),
  fails: ['invalid-input', 'is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ notes }, { path, shape }) {
    const { text, hash } = await notes.read(path);
    const note = scanNote(text);
    // A note whose properties cannot be read has none to name, which is no answer.
    readProperties(text, note);
    return { ...(shape === 'flat' ? documentMap(note) : nestedMap(note)), etag: hash };
  },
});
