import { setTimeout as pause } from 'node:timers/promises';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { namesBelow } from './names.ts';
import { createChance, type FaultReport, inFreshFolders, owner, startChild } from './support.ts';

const fileCount = 6;
const groupSize = 5;
const filler = 'All work and no play makes a dull note. '.repeat(60);

const single = (n: number): VaultPath => parseVaultPath(`single/${n}.md`);
const log = parseVaultPath('log.md');
const member = (n: number, moved: boolean): VaultPath =>
  parseVaultPath(moved && n === 0 ? 'group/moved/0.md' : `group/${n}.md`);

/** A content that shows whether it is whole. */
const content = (value: number): Buffer => Buffer.from(`${value}\n${filler}\n${value}\n`);

function valueIn(bytes: Buffer): number | undefined {
  const text = bytes.toString();
  const value = Number(text.slice(0, text.indexOf('\n')));
  return text === `${value}\n${filler}\n${value}\n` ? value : undefined;
}

/** Writes, appends and steps over many files without end; says each change once it is acknowledged. */
export async function killTask({ vault }: View, seed: number, say: (line: string) => void) {
  const chance = createChance(seed);
  let generation = readGroup(vault)?.value ?? 0;
  let moved = vault.stat(member(0, true)) !== undefined;
  say('ready');
  for (let value = seed * 1_000_000; ; value++) {
    const kind = chance(3);
    if (kind === 0) {
      const n = chance(fileCount);
      await vault.write(single(n), content(value));
      say(`write ${n} ${value}`);
    } else if (kind === 1) {
      await vault.append(log, Buffer.from(`${value}\n`));
      say(`append ${value}`);
    } else {
      generation++;
      const writes = Array.from({ length: groupSize }, (_, n) => ({
        kind: 'write' as const,
        path: member(n, moved),
        bytes: content(generation),
      }));
      const move = { kind: 'move' as const, path: member(0, moved), to: member(0, !moved) };
      await vault.apply([...writes, move], { why: 'a step over many files' });
      moved = !moved;
      say(`group ${generation}`);
    }
  }
}

/** Kills the writer at random moments; after each, what it had acknowledged must be there, whole. */
export async function killRounds({
  rounds,
  seed,
}: {
  rounds: number;
  seed: number;
}): Promise<FaultReport> {
  const losses = { torn: 0, halfSteps: 0, lostWrites: 0, leftovers: 0 };
  const counts = { acknowledged: 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    await plantGroup(root, stateDir);
    const chance = createChance(seed);
    const expected = { writes: new Map<number, number>(), appended: [] as string[], generation: 1 };
    for (let round = 1; round <= rounds; round++) {
      const child = startChild('kill', [root, stateDir, String(seed + round)]);
      await child.started;
      await pause(chance(120));
      child.process.kill('SIGKILL');
      for (const line of await child.ended) {
        const [kind = '', first = '', second = ''] = line.split(' ');
        if (kind === 'ready') continue;
        counts.acknowledged++;
        if (kind === 'write') expected.writes.set(Number(first), Number(second));
        else if (kind === 'append') expected.appended.push(first);
        else if (kind === 'group') expected.generation = Number(first);
      }
      const engine = await openEngine({ root, stateDir });
      verify(engine.as(owner), expected, losses);
      losses.leftovers += namesBelow(root).filter((name) => name.includes('.rsh-write-')).length;
      await engine.close();
    }
  });
  return { name: 'kill -9 while writing', rounds, losses, counts };
}

function verify(
  { vault }: View,
  expected: { writes: Map<number, number>; appended: string[]; generation: number },
  losses: { torn: number; halfSteps: number; lostWrites: number },
): void {
  for (const [n, value] of expected.writes) {
    const found = valueIn(vault.readNow(single(n)).bytes);
    if (found === undefined) losses.torn++;
    else if (found < value) losses.lostWrites++;
    else expected.writes.set(n, found);
  }
  const lines =
    vault.stat(log) === undefined ? [] : vault.readNow(log).bytes.toString().split('\n');
  if (lines.length > 0 && lines.pop() !== '') losses.torn++;
  const there = new Set(lines);
  losses.lostWrites += expected.appended.filter((line) => !there.has(line)).length;
  const group = readGroup(vault);
  if (group === undefined) losses.halfSteps++;
  else if (group.value < expected.generation) losses.lostWrites++;
  else expected.generation = group.value;
}

/** The one generation of all members, or undefined when they differ. */
function readGroup(vault: View['vault']): { value: number } | undefined {
  const moved = vault.stat(member(0, true)) !== undefined;
  if (moved === (vault.stat(member(0, false)) !== undefined)) return undefined;
  const values = Array.from({ length: groupSize }, (_, n) =>
    valueIn(vault.readNow(member(n, moved)).bytes),
  );
  const [value] = values;
  return value !== undefined && values.every((each) => each === value) ? { value } : undefined;
}

async function plantGroup(root: string, stateDir: string): Promise<void> {
  const engine = await openEngine({ root, stateDir });
  const { vault } = engine.as(owner);
  const writes = Array.from({ length: groupSize }, (_, n) => ({
    kind: 'write' as const,
    path: member(n, false),
    bytes: content(1),
  }));
  await vault.apply(writes, { why: 'plant' });
  await engine.close();
}
