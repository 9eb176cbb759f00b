import * as z from 'zod';
import { noSuchFile } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { Known } from '../../engine/knowledge/known.ts';
import { defineOperation } from '../operation.ts';
import { scanLinks } from './written-links.ts';

const foundLink = z.object({
  path: z.string().optional().describe('Where it leads, or where it stands.'),
  target: z.string().describe('As it is written.'),
  line: z.int().describe('From 1; 0 means a property.'),
  resolved: z.boolean(),
});
const links = z.object({ links: z.array(foundLink) });

export const noteLinks = defineOperation({
  name: 'note.links',
  summary: 'The links of a note, and where they lead.',
  access: 'read',
  at: { local: 'GetLinks' },
  input: z.object({ path: vaultPath }),
  output: links,
  fails: ['not-found'],
  async run(call, { path }) {
    const known = await call.known();
    requireNote(known, path);
    return {
      links: scanLinks(known, path).map(({ target, line, leadsTo }) => ({
        ...(leadsTo !== undefined && { path: leadsTo }),
        target,
        line,
        resolved: leadsTo !== undefined,
      })),
    };
  },
});

export const noteBacklinks = defineOperation({
  name: 'note.backlinks',
  summary: 'The links in other notes that lead to a file.',
  access: 'read',
  at: { local: 'GetBacklinks' },
  input: z.object({ path: vaultPath }),
  output: links,
  fails: ['not-found'],
  async run(call, { path }) {
    const known = await call.known();
    requireNote(known, path);
    return {
      links: known.backlinks(path).flatMap(({ path: source }) =>
        scanLinks(known, source)
          .filter(({ leadsTo }) => leadsTo === path)
          .map(({ target, line }) => ({ path: source, target, line, resolved: true })),
      ),
    };
  },
});

function requireNote({ pages }: Known, path: string): void {
  if (pages.hasFile(path)) return;
  throw noSuchFile(path, { hint: 'Check the name.' });
}
