import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBelow } from '../../../../test/support/open-files.ts';
import { caller, openTestVault } from '../../../../test/support/vault.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import type { View } from '../../view.ts';

const bytes = Buffer.from('new');
const write = (path: string) => ({ kind: 'write' as const, path: p(path), bytes });

/** Nothing of the vault is open a moment after the call, whether it failed or not. */
const check = (
  what: string,
  run: (vault: View['vault']) => Promise<unknown>,
  { isDryRun = false } = {},
) =>
  test.runIf(process.platform === 'linux')(`nothing stays open after ${what}`, async () => {
    const { root, engine } = await openTestVault({ 'a.md': 'a', 'b.md': 'b', 'f/c.md': 'c' });
    symlinkSync('a.md', join(root, 'link.md'));
    const { vault } = engine.as(caller(), isDryRun ? { onPlanned: () => {} } : {});
    await run(vault).catch(() => {});
    await expect.poll(() => openBelow(root)).toEqual([]);
  });

check('a write', (vault) => vault.write(p('a.md'), bytes));
check('a write through a link', (vault) => vault.write(p('link.md'), bytes));
check('a write of what is there', (vault) => vault.write(p('a.md'), Buffer.from('a')));
check('a write that is refused', (vault) =>
  vault.write(p('a.md'), bytes, { expect: { hash: 'other' } }),
);
check('a write that cannot be planned', (vault) =>
  vault.write(p('a.md'), () => {
    throw new Error('no');
  }),
);
check('a dry run', (vault) => vault.write(p('a.md'), bytes), { isDryRun: true });
check('a write of several files', (vault) =>
  vault.apply([write('a.md'), write('b.md'), write('new.md')], { why: 'test' }),
);
check('a removal', (vault) => vault.remove(p('a.md')));
check('a removal of a folder', (vault) => vault.removeFolder(p('f'), { recursive: true }));
check('a move', (vault) => vault.rename(p('a.md'), p('d.md')));
check('a move over another file', (vault) => vault.rename(p('a.md'), p('b.md')));
check('a copy', (vault) => vault.copy(p('a.md'), p('b.md')));
check('a write that is given up', (vault) =>
  vault.write(p('a.md'), bytes, { signal: AbortSignal.abort(new Error('enough')) }),
);
