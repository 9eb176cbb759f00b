import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { isNote } from '../../contract/paths.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { listedTags } from '../../engine/text/edit/tags.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';
import { unixMs } from '../shapes.ts';

export const noteJson = defineOperation({
  name: 'note.json',
  summary: 'A file with its text, properties, tags, times and links.',
  access: 'read',
  at: { rest: 'GET vault/FILE as note JSON' },
  input: z.strictObject({ path: vaultPath }),
  output: z.object({
    path: z.string(),
    content: z.string().describe('Bytes that are no text are replaced.'),
    frontmatter: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()).describe('Of the list of properties, then of the text.'),
    stat: z.object({ ctime: unixMs, mtime: unixMs, size: z.int() }),
    links: z.array(z.string()).describe('Paths of the files that it links to.'),
    backlinks: z.array(z.string()).describe('Paths of the notes that link to it.'),
    unresolvedLinks: z.array(z.string()).describe('Links that lead nowhere, as written.'),
    etag: z.string(),
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ vault, known }, { path }) {
    const { bytes, stat } = await vault.read(path, limits.noteBytesMax);
    const content = bytes.toString('utf8');
    const note = isNote(path) ? scanNote(content) : undefined;
    const facts = await known();
    const { resolved, unresolved } = facts.links(path) ?? {};
    return {
      path,
      content,
      frontmatter: { ...note?.frontmatter?.values },
      tags: listedTags(note?.frontmatter?.values, note?.tags.map(({ tag }) => tag) ?? []),
      // A file system without birth times has only this one.
      stat: { ctime: stat.birthtime || stat.mtime, mtime: stat.mtime, size: stat.size },
      links: [...(resolved?.keys() ?? [])],
      backlinks: facts.backlinks(path).map((from) => from.path),
      unresolvedLinks: [...(unresolved?.keys() ?? [])],
      etag: hashOf(bytes),
    };
  },
});
