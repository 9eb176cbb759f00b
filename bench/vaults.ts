import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GeneratedNote, generateNotes, writeVault } from './generate-vault.ts';
import { realisticNotes } from './realistic-notes.ts';
import { form, scaled } from './scale.ts';

/** Where a bench may put notes of its own into a vault that others use too. */
export const ownFolder = 'bench-own';

/** A vault that nothing was tuned to. */
export interface ContactVault {
  readonly name: string;
  readonly root: string;
}

const exampleVault = fileURLToPath(new URL('../example-vault', import.meta.url));
/** A public vault, where it lies beside the project. */
const publicVault = fileURLToPath(new URL('../../shared/vaults/blue-book', import.meta.url));

/** Vaults of several makers. */
export function contactVaults(count: number): ContactVault[] {
  const copies = scaled(100);
  const vaults = [
    {
      name: `${count} generated notes`,
      root: keptVault(`${fingerprint(realisticNotes(count))}-${count}`, (root) =>
        writeVault(root, realisticNotes(count)),
      ),
    },
    {
      name: `${copies} × the example vault`,
      root: keptVault(`example-${copies}`, (root) => {
        for (let copy = 0; copy < copies; copy++) {
          cpSync(exampleVault, join(root, `copy ${copy}`), { recursive: true });
        }
      }),
    },
  ];
  if (!existsSync(publicVault) || form === 'tiny') return vaults;
  const copy = (root: string) => cpSync(publicVault, root, { recursive: true });
  return [...vaults, { name: 'blue-book', root: keptVault('blue-book', copy) }];
}

/** Vaults of two makers, one of them with notes that people wrote, where it is there. */
export function noteVaults(count: number): ContactVault[] {
  return contactVaults(count).filter(({ root }) => !basename(root).startsWith('example'));
}

/** A generated vault with this number of notes. A bench changes only its own folder in it. */
export function generatedVault(count: number): string {
  const root = keptVault(`${fingerprint(generateNotes(count))}-${count}`, (folder) =>
    writeVault(folder, generateNotes(count)),
  );
  rmSync(join(root, ownFolder), { recursive: true, force: true });
  return root;
}

/** A vault that is made once and kept among the temporary files: 100,000 notes take long to write. */
function keptVault(name: string, write: (root: string) => void): string {
  const kept = join(tmpdir(), `vaultd-bench-vaults-${userInfo().uid}`);
  const root = join(kept, name);
  if (existsSync(root)) return root;
  const unfinished = join(kept, `${process.pid}.tmp`);
  // Some servers take a folder for a vault only when it has this in it.
  mkdirSync(join(unfinished, '.obsidian'), { recursive: true, mode: 0o700 });
  write(unfinished);
  renameSync(unfinished, root);
  return root;
}

/** Changes with the generator, as far as its first notes show it. */
function fingerprint(notes: Iterable<GeneratedNote>): string {
  const hash = createHash('sha256');
  let left = 20;
  for (const { path, text } of notes) {
    hash.update(path).update(text);
    if (--left === 0) break;
  }
  return hash.digest('hex').slice(0, 12);
}
