import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { createChance, type FaultReport, inFreshFolders, owner } from './support.ts';

const path = parseVaultPath('note.md');

/** Every way to write on top of a version that one has read. */
const ways: readonly ((view: View, hash: string, mtime: number) => Promise<unknown>)[] = [
  ({ notes }, hash) => notes.update(path, () => 'ours', { expectedHash: hash }),
  ({ vault }, hash) => vault.write(path, Buffer.from('ours'), { expect: { hash } }),
  ({ vault }, _hash, mtime) => vault.write(path, Buffer.from('ours'), { expect: { mtime } }),
  ({ vault }, hash) =>
    vault.apply([{ kind: 'write', path, bytes: Buffer.from('ours'), expect: { hash } }], {
      why: 'a step on a version that was read',
    }),
];

/** Somebody else saves between our read and our write, in place or by renaming: their text stays. */
export async function editsBetween({
  rounds,
  seed,
}: {
  rounds: number;
  seed: number;
}): Promise<FaultReport> {
  const losses = { overwritten: 0, unclear: 0 };
  const counts = { conflicts: 0, written: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    const chance = createChance(seed);
    const file = join(root, path);
    writeFileSync(file, 'first');
    const engine = await openEngine({ root, stateDir, durability: 'rename' });
    const view = engine.as(owner);
    for (let round = 0; round < rounds; round++) {
      const { hash, stat } = await view.notes.read(path);
      const isEdited = chance(4) > 0;
      // Often of the same length, so that only the bytes tell.
      const theirs = `their ${String(round).padStart(8, '0')}`;
      if (isEdited) save(file, theirs, chance(2) === 0, stat.mtime);
      const before = readFileSync(file, 'utf8');
      const write = ways[chance(ways.length)];
      const outcome = await write?.(view, hash, stat.mtime).then(
        () => 'written',
        (thrown) => (isVaultError(thrown) ? thrown.code : String(thrown)),
      );
      if (isEdited && readFileSync(file, 'utf8') !== theirs) losses.overwritten++;
      if (!isEdited && outcome === 'written') counts.written++;
      else if (outcome === 'changed-on-disk') counts.conflicts++;
      else losses.unclear++;
      if (before !== theirs) writeFileSync(file, theirs);
    }
    await engine.close();
  });
  return { name: 'edits of others between read and write', rounds, losses, counts };
}

/** Until the time is another one, since a time is all that one of the preconditions has. */
function save(file: string, text: string, inPlace: boolean, mtimeMs: number): void {
  do {
    const written = inPlace ? file : `${file}.theirs`;
    writeFileSync(written, text);
    renameSync(written, file);
  } while (statSync(file, { bigint: true }).mtimeMs === BigInt(mtimeMs));
}
