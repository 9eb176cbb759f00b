import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { linkUnresolved } from '../knowledge/link-unresolved.ts';
import { noteBacklinks, noteLinks } from '../note/links.ts';
import { noteDeadEnds, noteOrphans } from '../note/orphans.ts';
import { defineNoteTool, defineVaultTool } from './tool.ts';

const limit = z
  .int()
  .min(1)
  .max(limits.answerEntriesMax)
  .default(1000)
  .describe('Entries at most.');

export const bundleBacklinks = defineNoteTool({
  name: 'backlinks',
  summary: 'The links in other notes that lead to a note.',
  access: 'read',
  input: {},
  output: z.object({ path: z.string(), ...noteBacklinks.output.shape }),
  run: async (call, { path }) => ({ path, ...(await noteBacklinks.run(call, { path })) }),
});

export const bundleOutgoingLinks = defineNoteTool({
  name: 'outgoingLinks',
  summary: 'The links of a note, and where they lead.',
  access: 'read',
  input: {},
  output: z.object({ path: z.string(), ...noteLinks.output.shape }),
  run: async (call, { path }) => ({ path, ...(await noteLinks.run(call, { path })) }),
});

export const bundleUnresolvedLinks = defineVaultTool({
  name: 'unresolvedLinks',
  summary: 'Links that lead nowhere, with the notes that have them.',
  access: 'read',
  input: { limit },
  output: linkUnresolved.output,
  run: (call, _host, asked) => linkUnresolved.run(call, asked),
});

export const bundleDeadEnds = defineVaultTool({
  name: 'deadEnds',
  summary: 'Notes that link to nothing.',
  access: 'read',
  input: { limit },
  output: noteDeadEnds.output,
  run: (call, _host, asked) => noteDeadEnds.run(call, asked),
});

export const bundleOrphans = defineVaultTool({
  name: 'orphans',
  summary: 'Notes to which nothing links.',
  access: 'read',
  input: { limit },
  output: noteOrphans.output,
  run: (call, _host, asked) => noteOrphans.run(call, asked),
});
