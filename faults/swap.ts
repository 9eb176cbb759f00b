import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { type FaultReport, inFreshFolders, owner } from './support.ts';

/** Swaps a folder for a link to the outside and back, as fast as it can, until it is killed. */
const swapper = `
const { renameSync } = require('node:fs');
const [folder, link, spare] = process.argv.slice(1);
for (;;) {
  renameSync(folder, spare); renameSync(link, folder);
  renameSync(folder, link); renameSync(spare, folder);
}`;

/** `folder`, `link` and `spare` are swapped from now on, by another process. */
export function startSwapping(root: string): ChildProcess {
  const paths = ['folder', 'link', 'spare'].map((name) => join(root, name));
  return spawn(process.execPath, ['-e', swapper, ...paths], { stdio: 'ignore' });
}

/** Reads and writes while the folder is swapped: no byte from outside may come in, none may get out. */
export async function swapRounds({ reads }: { reads: number }): Promise<FaultReport> {
  const losses = { leakedReads: 0, writesOutside: 0 };
  const counts = { inside: 0, refused: 0 };
  const outside = mkdtempSync(join(tmpdir(), 'vaultd-outside-'));
  await inFreshFolders(async ({ root, stateDir }) => {
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'folder/note.md'), 'inside');
    writeFileSync(join(outside, 'note.md'), 'outside');
    symlinkSync(outside, join(root, 'link'));
    const engine = await openEngine({ root, stateDir, durability: 'rename' });
    const { vault } = engine.as(owner);
    const child = startSwapping(root);
    try {
      const path = parseVaultPath('folder/note.md');
      for (let i = 0; i < reads; i++) {
        const found = attempt(() => {
          if (i % 4 === 0) return vault.list(parseVaultPath('folder')).length === 1 ? 'inside' : '';
          return vault.readNow(path).bytes.toString();
        });
        if (found === 'outside') losses.leakedReads++;
        else counts[found === 'inside' ? 'inside' : 'refused']++;
        if (i % 50 === 0) {
          const written = vault.write(parseVaultPath(`folder/w${i}.md`), Buffer.from('w'));
          await written.catch(() => counts.refused++);
        }
      }
      const { readdirSync } = await import('node:fs');
      losses.writesOutside = readdirSync(outside).length - 1;
    } finally {
      child.kill('SIGKILL');
      await engine.close();
    }
  });
  rmSync(outside, { recursive: true, force: true });
  return { name: 'folder swapped for a link outside', rounds: reads, losses, counts };
}

function attempt(run: () => string): string {
  try {
    return run();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return 'refused';
  }
}
