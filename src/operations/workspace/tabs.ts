import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { textRange } from '../../contract/range-schema.ts';
import { type Call, defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

const tab = z.object({
  path: z.string(),
  isActive: z.boolean(),
  isDirty: z.boolean(),
  lineCount: z.int(),
  selection: textRange.optional(),
});

export const workspaceTabs = defineOperation({
  name: 'workspace.tabs',
  summary: 'The open notes, the active one first.',
  access: 'read',
  at: { ide: 'getOpenEditors' },
  input: nothing,
  output: z.object({ tabs: z.array(tab) }),
  async run(call) {
    const { active, selection, open, dirty } = call.workspace.state();
    const others = open.filter((path) => path !== active);
    const paths = active === undefined ? others : [active, ...others];
    const tabs = await Promise.all(
      paths.map(async (path) => ({
        path,
        isActive: path === active,
        isDirty: dirty.includes(path),
        lineCount: await countLines(call, path),
        ...(path === active && selection && { selection }),
      })),
    );
    return { tabs };
  },
});

async function countLines({ vault }: Call, path: VaultPath): Promise<number> {
  try {
    return (await vault.read(path, limits.noteBytesMax)).bytes.toString().split('\n').length;
  } catch {
    return 0;
  }
}
