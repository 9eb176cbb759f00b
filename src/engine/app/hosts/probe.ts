import { hostLimits } from '../../../contract/bundle-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { CommandLine } from './command-line.ts';

/** The first release whose tool has every command that we use. */
const oldest = [1, 12, 2] as const;

/** Whether the app is there. What was found out holds for a moment. */
export interface Probe {
  /** Throws why the app cannot be used. */
  require(signal: AbortSignal): Promise<void>;
  isUp(signal: AbortSignal): Promise<boolean>;
}

export function createProbe(line: CommandLine, now: () => number): Probe {
  let seen: { readonly up: boolean; readonly atMs: number } | undefined;
  const ask = async (signal: AbortSignal): Promise<void> => {
    seen = { up: false, atMs: now() };
    requireVersion(await line.run(['version'], signal));
    seen = { up: true, atMs: now() };
  };
  const lately = () =>
    seen !== undefined && now() - seen.atMs < hostLimits.probeMs ? seen : undefined;
  return {
    async require(signal) {
      // Somebody who has just been told to start the app should not have to wait.
      if (lately()?.up !== true) await ask(signal);
    },
    async isUp(signal) {
      const known = lately();
      if (known !== undefined) return known.up;
      return ask(signal).then(
        () => true,
        () => {
          signal.throwIfAborted();
          return false;
        },
      );
    },
  };
}

function requireVersion(answer: string): void {
  const found = /^(\d+)\.(\d+)\.(\d+)/.exec(answer.trim());
  if (found === null) return;
  const version = found.slice(1).map(Number);
  const at = oldest.findIndex((wanted, index) => version[index] !== wanted);
  if (at === -1 || (version[at] ?? 0) > (oldest[at] ?? 0)) return;
  throw new VaultError('unavailable', `Obsidian ${found[0]} is too old to be used from outside.`, {
    reason: 'cli-command-unavailable',
    hint: `Update Obsidian to ${oldest.join('.')} or later.`,
  });
}
