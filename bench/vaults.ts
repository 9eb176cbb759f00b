import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { generateNotes, writeVault } from './generate-vault.ts';

/** Where a bench may put notes of its own into a vault that others use too. */
export const ownFolder = 'bench-own';

/**
 * A generated vault of so many notes, made once and kept among the temporary files: to write 100,000
 * notes takes longer than most benches. Whoever uses it changes nothing outside its own folder.
 */
export function generatedVault(count: number): string {
  const kept = join(tmpdir(), `vaultd-bench-vaults-${userInfo().uid}`);
  const root = join(kept, `${fingerprint(count)}-${count}`);
  if (!existsSync(root)) {
    const unfinished = join(kept, `${process.pid}.tmp`);
    // Some servers take a folder for a vault only when it has this in it.
    mkdirSync(join(unfinished, '.obsidian'), { recursive: true, mode: 0o700 });
    writeVault(unfinished, generateNotes(count));
    renameSync(unfinished, root);
  }
  rmSync(join(root, ownFolder), { recursive: true, force: true });
  return root;
}

/** Changes with the generator, as far as its first notes show it. */
function fingerprint(count: number): string {
  const hash = createHash('sha256');
  let left = 20;
  for (const { path, text } of generateNotes(count)) {
    hash.update(path).update(text);
    if (--left === 0) break;
  }
  return hash.digest('hex').slice(0, 12);
}
