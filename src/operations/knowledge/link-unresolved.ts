import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored } from '../refactored.ts';

export const linkUnresolved = defineOperation({
  name: 'link.unresolved',
  summary: 'Broken links, most used first, and the notes that contain them.',
  access: 'read',
  at: { local: 'ListUnresolvedLinks', web: 'link.unresolved' },
  input: z.object({ limit: z.int().min(1).max(limits.answerEntriesMax).nullish() }),
  output: z.object({
    links: z.array(
      z.object({
        target: z.string().describe('As it is written, without heading or block.'),
        count: z.int(),
        sources: z.array(z.string()).describe('The notes that have it.'),
      }),
    ),
    total: z.int(),
  }),
  async run(call, { limit }) {
    const links = (await call.known()).unresolved();
    return {
      links: links.slice(0, limit ?? 1000).map((link) => ({ ...link, sources: [...link.sources] })),
      total: links.length,
    };
  },
});

export const linkRepair = defineOperation({
  name: 'link.repair',
  summary: 'Point every broken link to one target to a file that exists, as one step.',
  access: 'write',
  at: { local: 'RepairLinks', web: 'link.repair' },
  input: z.strictObject({
    target: z.string().min(1).describe('As link.unresolved lists it.'),
    to: vaultPath.describe('The file that the links point to afterwards.'),
  }),
  output: refactored,
  fails: ['not-found', 'target-missing'],
  run: ({ refactoring, signal, progress }, { target, to }) =>
    refactoring.repairLinks(target, to, { signal, progress }),
});
