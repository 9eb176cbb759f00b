import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseVaultPath } from '../src/contract/paths.ts';
import type { View } from '../src/engine/view.ts';
import { type HostileSizes, hostileFiles } from './hostile.ts';
import { type FaultReport, inFreshFolders, startChild } from './support.ts';

const addition = '\nmore';
const needle = 'needleInThePlainNote';
/** How long all of it may take on a busy machine. */
const hungMs = 280_000;
const megabytesMax = 2000;
const shortSizes: HostileSizes = { links: 50_000, fileBytes: 2 ** 20, depth: 2000, repeats: 2000 };
const fullSizes: HostileSizes = {
  links: 1_000_000,
  fileBytes: 200_000_000,
  depth: 10_000,
  repeats: 100_000,
};

/** Knows the vault, asks it this and that, and adds a line to every hostile note. */
export async function hostileTask(view: View, say: (line: string) => void): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const known = await view.known();
  say('known');
  const { hits } = await known.searchText({ terms: [needle] });
  if (hits.some(({ path }) => path === 'plain.md')) say('found');
  await known.tags();
  for (const ask of [() => known.unresolved(), () => known.properties()]) ask();
  for (const { path } of known.pages.pages()) {
    known.metadata(path);
    known.links(path);
    await view.notes.update(parseVaultPath(path), (text) => text + addition).catch(() => undefined);
    say(`asked ${path}`);
  }
  await view.known();
  say(`stalled ${Math.round(delay.max / 1e6)}`);
  say(`megabytes ${Math.round(process.resourceUsage().maxRSS / 1024)}`);
}

/** Contents that were made to break readers: nobody hangs, others are found, no byte is harmed. */
export async function hostileContents(isShort: boolean): Promise<FaultReport> {
  const files = hostileFiles(isShort ? shortSizes : fullSizes);
  const losses = { hung: 0, othersLost: 0, harmed: 0, 'MB too much': 0 };
  const counts = { edited: 0, untouched: 0, 'longest stall ms': 0, 'MB at most': 0 };
  await inFreshFolders(async ({ root, stateDir }) => {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes);
    writeFileSync(join(root, 'plain.md'), `a plain note with a ${needle}`);
    const child = startChild('hostile', [root, stateDir]);
    const timer = setTimeout(() => child.process.kill('SIGKILL'), hungMs);
    const lines = await child.ended;
    clearTimeout(timer);
    const figureOf = (word: string) =>
      Number(lines.find((line) => line.startsWith(`${word} `))?.split(' ')[1] ?? Number.NaN);
    counts['longest stall ms'] = figureOf('stalled');
    counts['MB at most'] = figureOf('megabytes');
    if (Number.isNaN(counts['MB at most'])) losses.hung++;
    losses['MB too much'] = Math.max(0, counts['MB at most'] - megabytesMax);
    if (!lines.includes('found')) losses.othersLost++;
    for (const [name, bytes] of Object.entries(files)) {
      const found = readFileSync(join(root, name));
      if (found.equals(bytes)) counts.untouched++;
      else if (found.equals(Buffer.concat([bytes, Buffer.from(addition)]))) counts.edited++;
      else losses.harmed++;
    }
  });
  return { name: 'hostile contents', rounds: Object.keys(files).length, losses, counts };
}
