import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { namesBelow } from './names.ts';
import { createChance, type FaultReport, inFreshFolders, owner, startChild } from './support.ts';

const homes = [parseVaultPath('hub.md'), parseVaultPath('moved/center.md')] as const;
const names = ['hub', 'center'] as const;
const hubText = '# The hub\n\n[[hub 1]] and [[#The hub]]\n';

const pathOf = (n: number) => `area-${n % 20}/hub ${n}.md`;
const textOf = (n: number, name: string) =>
  `---\nup: "[[${name}]]"\n---\nNote ${n} leads to [[${name}|the middle]].\n`;

/** Moves the hub to and fro without end, and says when each move begins and when it is done. */
export async function moveTask({ vault, refactoring }: View, say: (line: string) => void) {
  for (;;) {
    const at = vault.stat(homes[0]) === undefined ? 1 : 0;
    const start = performance.now();
    say('begin');
    await refactoring.move(homes[at], homes[at === 0 ? 1 : 0]);
    say(`done ${1 - at} ${performance.now() - start}`);
  }
}

/**
 * Kills a move of a note that many others link to, at any moment of it. After the next start every
 * link and the note itself are as before, or all of them as after.
 */
export async function killMoves(options: {
  rounds: number;
  backlinks: number;
  seed: number;
}): Promise<FaultReport> {
  const { rounds, backlinks, seed } = options;
  const losses = { halfMoves: 0, lostMoves: 0, leftovers: 0 };
  const counts = { interrupted: 0, finished: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    plant(root, backlinks);
    const chance = createChance(seed);
    for (let round = 0; round < rounds; round++) {
      const child = startChild('kill-move', [root, stateDir]);
      const last = await killInside(child, chance);
      const engine = await openEngine({ root, stateDir });
      const { vault } = engine.as(owner);
      const { finished, rolledBack } = engine.status().recovered;
      counts.interrupted += finished + rolledBack;
      counts.finished += finished;
      const place = placeOf(vault, backlinks);
      if (place === undefined) losses.halfMoves++;
      // A move that began after the last one that was acknowledged may have been done, or not.
      else if (last.isBetween && place !== last.place) losses.lostMoves++;
      losses.leftovers += namesBelow(root).filter((name) => name.includes('.rsh-write-')).length;
      await engine.close();
    }
  });
  const name = `kill -9 in a move with ${backlinks} backlinks`;
  return { name, rounds, losses, counts };
}

/** Lets the child do one move, then kills it at some moment of the next. */
async function killInside(
  child: ReturnType<typeof startChild>,
  chance: (below: number) => number,
): Promise<{ place: number; isBetween: boolean }> {
  let took = 0;
  while (took === 0) {
    await pause(2);
    const line = child.lines.find((each) => each.startsWith('done'));
    took = Number(line?.split(' ')[2] ?? 0);
    if (child.process.exitCode !== null) throw new Error('the mover ended by itself');
  }
  await pause(chance(Math.ceil(took)));
  child.process.kill('SIGKILL');
  const lines = await child.ended;
  const done = lines.findLastIndex((line) => line.startsWith('done'));
  return {
    place: Number(lines[done]?.split(' ')[1]),
    isBetween: !lines.slice(done).includes('begin'),
  };
}

/** Where the hub is, when everything agrees with it being there. */
function placeOf(vault: View['vault'], backlinks: number): number | undefined {
  const place = homes.findIndex((home) => vault.stat(home) !== undefined);
  const [here, other] = [homes[place], homes[1 - place]];
  const name = names[place];
  if (here === undefined || name === undefined || other === undefined) return undefined;
  if (vault.stat(other) !== undefined) return undefined;
  const isWhole = Array.from({ length: backlinks }, (_, n) => n).every(
    (n) => vault.readNow(parseVaultPath(pathOf(n))).bytes.toString() === textOf(n, name),
  );
  return isWhole && vault.readNow(here).bytes.toString() === hubText ? place : undefined;
}

function plant(root: string, backlinks: number): void {
  for (let folder = 0; folder < 20; folder++) mkdirSync(`${root}/area-${folder}`);
  writeFileSync(`${root}/hub.md`, hubText);
  for (let n = 0; n < backlinks; n++) writeFileSync(`${root}/${pathOf(n)}`, textOf(n, 'hub'));
}
