import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { namesBelow } from './names.ts';
import { type FaultReport, inFreshFolders, owner, startChild } from './support.ts';

const path = parseVaultPath('note.md');
const small = 'small enough';
const fileBlocksMax = 64;

/** Tries to write more than may be written, alone and in a step, and says what it was told. */
export async function fullDiskTask({ vault }: View, say: (line: string) => void): Promise<void> {
  // Without a handler the signal of the limit would end the process instead of failing the write.
  process.on('SIGXFSZ', () => {});
  // Chance does not compress, so the journal meets the limit as well.
  const large = Buffer.from(Array.from({ length: 200_000 }, () => 33 + Math.random() * 90));
  const attempts = [
    () => vault.write(path, large),
    () => vault.append(path, large),
    () => vault.write(parseVaultPath('new/file.md'), large),
    () =>
      vault.apply(
        [
          { kind: 'write', path, bytes: Buffer.from('other') },
          { kind: 'write', path: parseVaultPath('second.md'), bytes: large },
        ],
        { why: 'a step that does not fit' },
      ),
  ];
  for (const attempt of attempts) {
    try {
      await attempt();
      say('written');
    } catch (thrown) {
      say(isVaultError(thrown) ? thrown.code : `unexpected ${thrown}`);
    }
  }
}

/** Old content must be intact, the error clear, nothing left behind, and a small write still work. */
export async function fullDiskRounds({ rounds }: { rounds: number }): Promise<FaultReport> {
  const losses = { oldContent: 0, leftovers: 0, unclearErrors: 0, stuck: 0 };
  const counts = { refused: 0 };
  for (let round = 0; round < rounds; round++) {
    await inFreshFolders(async ({ root, stateDir }) => {
      const before = await openEngine({ root, stateDir });
      await before.as(owner).vault.write(path, Buffer.from(small));
      await before.close();
      const answers = await startChild('full-disk', [root, stateDir], { fileBlocksMax }).ended;
      counts.refused += answers.filter((answer) => answer === 'disk-full').length;
      losses.unclearErrors += answers.filter((answer) => answer !== 'disk-full').length;
      const after = await openEngine({ root, stateDir });
      const { vault } = after.as(owner);
      if (vault.readNow(path).bytes.toString() !== small) losses.oldContent++;
      losses.leftovers += namesBelow(root).length - 1;
      await vault.write(path, Buffer.from('more')).catch(() => losses.stuck++);
      await after.close();
    });
  }
  return { name: 'no space left', rounds, losses, counts };
}
