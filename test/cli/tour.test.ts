import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Child } from '../support/child.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inTerminal = join(root, 'test/support/in-terminal.py');
const hasPython = spawnSync('python3', ['--version']).error === undefined;
if (!hasPython)
  process.stdout.write('no python3 here: the tour needs a terminal and is left out\n');

const home = new VaultHome();
const env = {
  ...home.env,
  PATH: `${home.base}/bin:${process.env.PATH}`,
  NO_COLOR: '1',
  TERM: 'xterm',
};
mkdirSync(join(home.base, 'bin'));
symlinkSync(join(root, 'bin/vaultd'), join(home.base, 'bin/vaultd'));

const background: Child[] = [];
afterAll(async () => {
  await Promise.all(background.map((child) => child.stop('SIGKILL')));
  await home.remove();
});

const start = (command: string) =>
  new Child('python3', [inTerminal, command], { env, cwd: home.base });

async function run(command: string): Promise<string> {
  const child = start(command);
  await child.exited();
  return child.stdout;
}

/** Without what differs in every run: ids, times, numbers of processes, this machine's folders. */
function plain(text: string): string {
  return (
    text
      .replaceAll('\r\n', '\n')
      .replaceAll(home.base, '~')
      .replace(/\b01[0-9a-z]{14}\b/g, 'STEP')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
      .replace(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
      .replace(/in [\d.]+ ms/g, 'in some ms')
      .replace(/^vaultd \d+\.\d+\.\d+/gm, 'vaultd VERSION')
      // A shell makes an empty file before it writes; the watcher may see it in between.
      .replace(/^TIME {2}NoteChanged .*by external\n/gm, '')
  );
}

/** The commands of a block, each with what it should show. */
function toSteps(block: string): { command: string; shows: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const end = step.indexOf('\n');
      return { command: step.slice(0, end), shows: step.slice(end + 1) };
    });
}

const page = readFileSync(join(root, 'docs/tour.md'), 'utf8');
const blocks = [...page.matchAll(/^```console ?(\w*)\n(.*?)^```$/gms)];

test.runIf(hasPython)('docs/tour.md shows what really happens', { timeout: 180_000 }, async () => {
  const later: { running: Child; shows: string }[] = [];
  for (const [, kind = '', block = ''] of blocks) {
    for (const { command, shows } of toSteps(block)) {
      if (kind === '') {
        expect(plain(`$ ${command}\n${await run(command)}`)).toBe(plain(`$ ${command}\n${shows}`));
        continue;
      }
      const running = start(command);
      background.push(running);
      const [first = ''] = shows.split('\n').slice(kind === 'serve' ? -2 : 0);
      await running.until(() => plain(running.stdout).includes(plain(first)), command);
      if (kind === 'events') later.push({ running, shows });
      else
        for (const line of shows.split('\n')) expect(plain(running.stdout)).toContain(plain(line));
    }
  }
  for (const child of background) await child.exited();
  for (const { running, shows } of later) expect(plain(running.stdout)).toBe(plain(shows));
});
