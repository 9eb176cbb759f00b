import * as z from 'zod';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { noSuchFile } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { createPace } from '../../kit/pace.ts';
import { defineOperation } from '../operation.ts';

export const graphGet = defineOperation({
  name: 'graph.get',
  summary: 'Which notes link to which: in the whole vault, or around one note.',
  access: 'read',
  at: { local: 'GetGraph', web: 'graph.get' },
  input: z.strictObject({
    center: vaultPath.nullish().describe('The note to start from. Default: the whole vault.'),
    depth: z
      .int()
      .min(1)
      .max(overviewLimits.graphDepthMax)
      .nullish()
      .describe('How many links away from it. Default: 1.'),
  }),
  output: z.object({
    version: z.string().describe('Another one after every change.'),
    paths: z.array(z.string()),
    edges: z
      .array(z.int())
      .describe('Pairs of places among the paths, one after the other: from, to.'),
    center: z.int().optional().describe('The place of the note to start from.'),
    unresolved: z.int().describe('Links of these notes that lead nowhere.'),
  }),
  fails: ['not-found'],
  async run({ known, signal }, { center, depth }) {
    const { pages, graph } = await known();
    if (center && !pages.hasFile(center)) throw noSuchFile(center, { hint: 'Check the name.' });
    const work = graph(center ? { center, depth: depth ?? 1 } : undefined);
    const pace = createPace(signal);
    let step = work.next();
    while (!step.done) {
      if (pace.isDue()) await pace.pause();
      step = work.next();
    }
    return { version: String(pages.epoch), ...step.value, ...(center && { center: 0 }) };
  },
});
