import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { type Ran, type RunOptions, VaultHome } from '../support/vault-daemon.ts';

export const notes = {
  '.obsidian/app.json': '{}',
  'Inbox.md': 'milk\n',
  'Projects/Garden.md': '# Garden\nsoil\n',
  'A/Twin.md': '1',
  'B/Twin.md': '2',
};

/** A vault of one test, and commands that are run in its folder. */
export interface Desk {
  readonly home: VaultHome;
  run(...args: string[]): Promise<Ran>;
  runWith(options: RunOptions, ...args: string[]): Promise<Ran>;
  /** The same as a process of its own. */
  spawn(options: RunOptions, ...args: string[]): Promise<Ran>;
  file(path: string): string;
}

export type Cases = Readonly<Record<string, (desk: Desk) => Promise<void>>>;

/** The same commands with and without a daemon must do the same. Every case has a vault of its own. */
export function testBothWays(cases: Cases): void {
  describe.each(['through the daemon', 'in one process'])('%s', (how) => {
    const desks = new Map<string, Desk>();
    beforeAll(async () => {
      const daemon = new VaultHome(notes);
      for (const name of Object.keys(cases)) {
        const home = new VaultHome(notes);
        const { env } = how === 'in one process' ? home : daemon;
        desks.set(name, openDesk(home, env));
      }
      const homes = [...desks.values()].map(({ home }) => home);
      // All vaults have the name of their folder, which is the same: only the folder tells them apart.
      const tables = homes.map(({ vault }) => `[[vaults]]\npath = "${vault}"\n`);
      daemon.configure(tables.join(''));
      if (how === 'through the daemon') await daemon.serve({}, []);
      return async () => {
        for (const home of [daemon, ...homes]) await home.remove();
      };
    });

    for (const [name, check] of Object.entries(cases)) {
      test(name, async () => {
        const desk = desks.get(name);
        if (desk === undefined) throw new Error('there is no vault');
        await check(desk);
      });
    }
  });
}

function openDesk(home: VaultHome, env: NodeJS.ProcessEnv): Desk {
  const inVault = (options: RunOptions): RunOptions => ({
    cwd: home.vault,
    ...options,
    env: { ...env, ...options.env },
  });
  return {
    home,
    run: (...args) => home.run(args, inVault({})),
    runWith: (options, ...args) => home.run(args, inVault(options)),
    spawn: (options, ...args) => home.runAlone(args, inVault(options)),
    file: (path) => readFileSync(join(home.vault, path), 'utf8'),
  };
}
