import * as z from 'zod';
import { parseVaultPath } from '../../contract/paths.ts';
import { createPace } from '../../kit/pace.ts';
import { type Call, defineOperation } from '../operation.ts';
import { statShape, toStatShape } from '../shapes.ts';
import { failure, manyPaths, toFailure } from './many.ts';

const oneStat = z.union([z.object({ path: z.string(), stat: statShape.nullable() }), failure]);

export const fsStatMany = defineOperation({
  name: 'fs.statMany',
  summary: 'What many paths refer to, in the same order.',
  access: 'read',
  at: { remote: 'fs.statMany' },
  input: z.object({ paths: manyPaths }),
  output: z.object({ stats: z.array(oneStat) }),
  async run({ vault, signal }, { paths }) {
    const pace = createPace(signal);
    const stats: z.output<typeof oneStat>[] = [];
    for (const path of paths) {
      stats.push(statOne(vault, path));
      if (pace.isDue()) await pace.pause();
    }
    return { stats };
  },
});

function statOne(vault: Call['vault'], path: string): z.output<typeof oneStat> {
  try {
    const stat = vault.stat(parseVaultPath(path));
    return { path, stat: stat === undefined ? null : toStatShape(stat) };
  } catch (thrown) {
    return toFailure(path, thrown);
  }
}
