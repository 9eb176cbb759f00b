import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

export const diffOpen = defineOperation({
  name: 'diff.open',
  summary: 'Propose a text for a file and wait until a person decides.',
  access: 'read',
  at: { ide: 'openDiff', web: 'diff.open' },
  input: z.object({
    path: vaultPath,
    title: z
      .string()
      .describe(
        "The client's title for it; a proposal with the same title replaces an earlier one.",
      ),
    text: z.string().describe('The whole proposed file.'),
  }),
  output: z.object({
    accepted: z.boolean(),
    text: z.string().optional().describe('What was accepted, with the changes of the person.'),
  }),
  fails: ['unavailable'],
  async run({ workspace, session, caller, signal }, { path, title, text }) {
    const proposal = { path, title, text, client: caller.client };
    signal.addEventListener('abort', () => workspace.withdraw(session, title));
    const end = await workspace.propose(session, proposal);
    return end.kind === 'accepted' ? { accepted: true, text: end.text } : { accepted: false };
  },
});
