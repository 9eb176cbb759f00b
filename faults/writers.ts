import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { type FaultReport, inFreshFolders, owner, startChild } from './support.ts';

const counter = parseVaultPath('counter.md');

/** Several writers in this process, each adding one to the counter under a hash precondition. */
export async function incrementTask(view: View, path: VaultPath, writers: number, times: number) {
  await Promise.all(Array.from({ length: writers }, () => incrementMany(view, path, times)));
}

async function incrementMany({ notes }: View, path: VaultPath, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const { text, hash } = await notes.read(path);
    try {
      await notes.update(path, () => String(Number(text) + 1), { expectedHash: hash });
      done++;
    } catch (thrown) {
      if (!isVaultError(thrown) || thrown.code !== 'changed-on-disk') throw thrown;
    }
  }
}

/** Every increment that was acknowledged must be in the counter. */
export async function writerRounds(options: {
  writers: number;
  times: number;
  processes: number;
}): Promise<FaultReport> {
  const { writers, times, processes } = options;
  const each = Math.ceil(writers / processes);
  const lost = await inFreshFolders(async ({ root, stateDir }) => {
    const engine = await openEngine({ root, stateDir });
    const view = engine.as(owner);
    await view.vault.write(counter, Buffer.from('0'));
    if (processes === 1) await incrementTask(view, counter, writers, times);
    else {
      const args = [root, stateDir, String(each), String(times)];
      const children = Array.from({ length: processes }, () => startChild('increment', args));
      await Promise.all(children.map(({ ended }) => ended));
    }
    const { text } = await view.notes.read(counter);
    await engine.close();
    return each * processes * times - Number(text);
  });
  const name = `${each * processes} writers in ${processes} process${processes > 1 ? 'es' : ''}`;
  const increments = each * processes * times;
  return { name, rounds: times, losses: { lostUpdates: lost }, counts: { increments } };
}
