import * as z from 'zod';
import { hostError, howToAttach } from '../../engine/app/hosts/host-errors.ts';
import { defineNoteTool } from './tool.ts';

const howToUseTheApp = `Please start Obsidian and try again. ${howToAttach} Or start the server with --host app or --host auto.`;

export const bundleOpen = defineNoteTool({
  name: 'open',
  summary: 'Show a note in the Obsidian app. Works only where the app is used.',
  access: 'read',
  input: { newTab: z.boolean().default(false).describe('Show it in a new tab.') },
  output: z.object({
    path: z.string(),
    opened: z.literal(true),
    resolvedBy: z.literal('alias').optional(),
  }),
  fails: ['unavailable'],
  // A link that the system opens is enough for this one.
  needsApp: false,
  async run({ hosts, signal }, { path, by }, { newTab }) {
    const viewer = await hosts.viewer(signal);
    if (viewer === undefined) throw hostError('app-not-running', { hint: howToUseTheApp });
    await viewer.open(path, { newTab }, signal);
    return { path, opened: true as const, ...(by === 'alias' && { resolvedBy: by }) };
  },
});
