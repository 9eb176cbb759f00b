import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { createChance, type FaultReport, inFreshFolders, owner } from './support.ts';

const dayMs = 24 * 60 * 60 * 1000;
const notes = 5;
const path = (n: number) => parseVaultPath(`${n}.md`);

/**
 * The clock goes back and forth by up to a month between steps and between starts, and files get
 * times of their own. History stays in the order in which things were done, undo gives every byte
 * back, and no edit of others goes unseen because its time is old.
 */
export async function clockJumps({
  steps,
  seed,
}: {
  steps: number;
  seed: number;
}): Promise<FaultReport> {
  const losses = { outOfOrder: 0, notUndone: 0, different: 0, editsUnseen: 0 };
  const counts = { steps: 0, jumps: 0, restarts: 0, editsSeen: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    const chance = createChance(seed);
    let nowMs = Date.now();
    const clock = { now: () => nowMs };
    const open = () => openEngine({ root, stateDir, clock, durability: 'rename' });
    for (let n = 0; n < notes; n++) writeFileSync(join(root, path(n)), `first ${n}`);
    let engine = await open();
    await engine.as(owner).known();
    const done: string[] = [];
    for (let step = 0; step < steps; step++) {
      nowMs += chance(2 * 30 * dayMs) - 30 * dayMs;
      counts.jumps++;
      const n = chance(notes);
      const bytes = Buffer.from(`text ${step}`);
      const written = await engine.as(owner).vault.write(path(n), bytes);
      if (written.step !== undefined) done.push(written.step);
      if (chance(10) === 0) {
        if (await seesOldEdit(engine.as(owner), root, n, step)) counts.editsSeen++;
        else losses.editsUnseen++;
      }
      if (chance(25) === 0) {
        await engine.close();
        engine = await open();
        counts.restarts++;
      }
    }
    counts.steps = done.length;
    const { history } = engine.as(owner);
    const logged = history.log().map(({ id }) => id);
    const ordered = done.toReversed();
    losses.outOfOrder = ordered.filter((id, n) => logged[n] !== id).length;
    for (const id of ordered) await history.undo(id).catch(() => losses.notUndone++);
    for (let n = 0; n < notes; n++) {
      if (readFileSync(join(root, path(n)), 'utf8') !== `first ${n}`) losses.different++;
    }
    await engine.close();
  });
  return { name: 'clock jumps', rounds: steps, losses, counts };
}

/** Somebody else replaces a note by one of the same size with a time in the past, and puts it back. */
async function seesOldEdit(
  view: ReturnType<Awaited<ReturnType<typeof openEngine>>['as']>,
  root: string,
  n: number,
  step: number,
): Promise<boolean> {
  const file = join(root, path(n));
  const { atimeMs, mtimeMs } = statSync(file);
  const old = readFileSync(file, 'utf8');
  const edit = `edit ${step}`;
  const swap = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
  };
  swap(edit);
  const seen = (await view.known()).pages.readText(path(n));
  swap(old);
  await view.known();
  return seen === edit;
}
