import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteClient } from '../src/protocols/remote/client/index.ts';
import { startOutsider } from './outsider.ts';
import { atProtocol } from './remote-protocol.ts';
import type { Step } from './steps.ts';
import type { FaultReport } from './support.ts';

const nestedFolders = 300;

/** Another program rearranges the vault; a client that applies every event has the tree of the disk. */
export function remoteTree({ files }: { files: number }): Promise<FaultReport> {
  return atProtocol(async ({ root, client }) => {
    const watcher = await client();
    const known = new Set(['note.md']);
    const counts = { events: 0, entries: 0 };
    const listening = applyAll(watcher, known, counts);
    const outsider = startOutsider();
    await outsider.act(root, rearrangement(files));
    await outsider.stop();
    const onDisk = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const missing = () => onDisk.filter((path) => !known.has(path)).length;
    const stray = () => known.size - (onDisk.length - missing());
    for (let tries = 0; tries < 300 && missing() + stray() > 0; tries++) await sleep(100);
    const losses = { missing: missing(), stray: stray() };
    counts.entries = onDisk.length;
    watcher.close();
    await listening;
    return { name: 'a vault rearranged by others', rounds: files, losses, counts };
  });
}

/** Does what the plugin does with events. */
async function applyAll(client: RemoteClient, known: Set<string>, counts: { events: number }) {
  for await (const { event, path } of await client.watch()) {
    counts.events++;
    if (event !== 'deleted') known.add(path);
    else for (const each of known) if (isAtOrBelow(each, path)) known.delete(each);
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function rearrangement(files: number): Step[] {
  const steps: Step[] = [];
  const folder = (n: number) => `f${n % 50}/g${n % 7}`;
  for (let n = 0; n < 350; n++) steps.push(['folders', folder(n)]);
  const deep = Array.from({ length: nestedFolders }, (_, n) => `d${n}`).join('/');
  for (let n = 0; n < files; n++) {
    steps.push(['write', `${folder(n)}/${n}.md`, `${n}`]);
    if (n === files >> 1) steps.push(['folders', deep], ['write', join(deep, 'leaf.md'), 'x']);
    // Some folders move while files are still being written, also to where they were.
    if (n > 0 && n % (files >> 4) === 0)
      steps.push(['rename', 'f49', 'away'], ['rename', 'away', 'f49']);
  }
  for (let n = 0; n < 25; n++) steps.push(['rename', `f${n}`, `renamed-${n}`]);
  for (let n = 25; n < 30; n++) steps.push(['remove', `f${n}`]);
  steps.push(['rename', 'd0/d1', 'moved'], ['write', 'moved/d2/late.md', 'x']);
  return steps;
}
