import * as z from 'zod';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { createPace } from '../../kit/pace.ts';
import { defineOperation } from '../operation.ts';
import { unixMs } from '../shapes.ts';

const names = z.array(z.tuple([z.int(), z.string()]));

const output = z.object({
  version: z.string().describe('Another one after every change.'),
  paths: z.array(z.string()),
  mtimes: z.array(unixMs).describe('At the same places as the paths.'),
  aliases: names.describe('A place among the paths, and another name.'),
  titles: names.describe('The same for properties called title.'),
});

export const noteComplete = defineOperation({
  name: 'note.complete',
  summary: 'Every file that can be opened, with its names and aliases, in a compact form.',
  access: 'read',
  at: { local: 'ListNames', web: 'note.complete' },
  input: z.strictObject({
    paths: z
      .array(vaultPath)
      .max(overviewLimits.namesAskedMax)
      .nullish()
      .describe('Only these paths; those missing from the response no longer exist.'),
  }),
  output,
  async run({ known, signal }, { paths: asked }) {
    const { named, pages } = await known();
    const pace = createPace(signal);
    const list: z.output<typeof output> = {
      version: String(pages.epoch),
      paths: [],
      mtimes: [],
      aliases: [],
      titles: [],
    };
    for (const { path, mtimeMs, aliases, title } of named(asked ?? undefined)) {
      const at = list.paths.push(path) - 1;
      list.mtimes.push(Math.floor(mtimeMs));
      for (const alias of aliases) list.aliases.push([at, alias]);
      if (title !== undefined) list.titles.push([at, title]);
      if (pace.isDue()) await pace.pause();
    }
    return list;
  },
});
