import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { linkUnresolved } from '../knowledge/link-unresolved.ts';
import { noteBacklinks, noteLinks } from '../note/links.ts';
import { noteDeadEnds, noteOrphans } from '../note/orphans.ts';
import { shareNoteTool, shareVaultTool } from './tool.ts';

const limit = z
  .int()
  .min(1)
  .max(limits.answerEntriesMax)
  .default(1000)
  .describe('Entries at most.');

export const bundleBacklinks = shareNoteTool(
  'backlinks',
  noteBacklinks,
  'The links in other notes that lead to a note.',
);

export const bundleOutgoingLinks = shareNoteTool('outgoingLinks', noteLinks);

export const bundleUnresolvedLinks = shareVaultTool('unresolvedLinks', linkUnresolved, {
  summary: 'Links that lead nowhere, with the notes that have them.',
  input: { limit },
});

export const bundleDeadEnds = shareVaultTool('deadEnds', noteDeadEnds, { input: { limit } });

export const bundleOrphans = shareVaultTool('orphans', noteOrphans, { input: { limit } });
