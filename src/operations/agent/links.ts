import * as z from 'zod';
import type { VaultPath } from '../../contract/paths.ts';
import type { Known } from '../../engine/knowledge/known.ts';
import { oneLine } from '../../kit/one-line.ts';
import { defineOperation } from '../operation.ts';
import { sayGroup } from './say.ts';
import { notice, readFails, target } from './shapes.ts';
import { locateTarget } from './target.ts';

const counted = z.array(z.object({ path: z.string(), count: z.number().int() }));

export const agentLinks = defineOperation({
  name: 'agent.links',
  summary:
    'Backlinks of a note, the files it links to, and its broken links. Prefer it to searching for "[[Name".',
  access: 'read',
  at: { mcp: 'obsidian_get_links' },
  input: z.strictObject({ target }),
  output: z.object({
    path: z.string(),
    backlinks: counted.describe('Notes that link here, with how often.'),
    outgoing: counted.describe('Files this note links to.'),
    unresolved: z.array(z.object({ target: z.string(), count: z.number().int() })),
    notice,
  }),
  fails: readFails,

  async run(call, { target }) {
    const { path, notice } = await locateTarget(call, target);
    const neighbours = neighboursOf(await call.known(), path);
    return notice === undefined ? neighbours : { ...neighbours, notice };
  },
  say: ({ path, backlinks, outgoing, unresolved }) =>
    [
      oneLine`**Links of ${path}**`,
      sayGroup(
        'Backlinks',
        backlinks.map(({ path, count }) => `${path} (${count})`),
      ),
      sayGroup(
        'Outgoing',
        outgoing.map(({ path, count }) => `${path} (${count})`),
      ),
      sayGroup(
        'Unresolved',
        unresolved.map(({ target, count }) => `${target} (${count})`),
      ),
    ].join('\n\n'),
});

function neighboursOf(known: Known, path: VaultPath) {
  const { resolved, unresolved } = known.links(path) ?? { resolved: [], unresolved: [] };
  return {
    path,
    backlinks: known.backlinks(path).map(({ path, count }) => ({ path, count })),
    outgoing: [...resolved].map(([path, count]) => ({ path, count })),
    unresolved: [...unresolved].map(([target, count]) => ({ target, count })),
  };
}
