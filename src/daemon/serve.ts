import { isatty } from 'node:tty';
import { isVaultError } from '../contract/errors.ts';
import { StartError } from '../protocols/local/client/errors.ts';
import { startVaultDaemon } from './main.ts';

/** `vaultd serve`: runs in the foreground until told to stop. */
export async function serve(vaults: readonly string[]): Promise<void> {
  await run(vaults, (line) => process.stdout.write(`${line}\n`), 'Press Ctrl+C to stop.');
}

/** `vaultd daemon run`: the same for service managers, who read the log and nothing else. */
export async function runDaemon(vaults: readonly string[]): Promise<void> {
  await run(vaults, () => undefined);
}

async function run(
  vaults: readonly string[],
  say: (line: string) => void,
  last?: string,
): Promise<void> {
  try {
    const daemon = await startVaultDaemon({ vaults, env: process.env, say, signals: true });
    if (last !== undefined) say(last);
    endWithTerminal(() => void daemon.close());
    await daemon.stopped;
    process.exit(0);
  } catch (thrown) {
    const exitCode = exitCodeOf(thrown);
    if (exitCode === undefined) throw thrown;
    const hint = isVaultError(thrown) && thrown.about.hint ? `\n${thrown.about.hint}` : '';
    process.stderr.write(`vaultd: ${thrown instanceof Error ? thrown.message : ''}${hint}\n`);
    process.exit(exitCode);
  }
}

/** A closed terminal sends the signal that asks daemons to reload; nobody is there to stop us then. */
function endWithTerminal(stop: () => void): void {
  if (!isatty(1)) return;
  process.on('SIGHUP', () => {
    if (!isatty(1)) stop();
  });
}

/** Undefined for what nobody expected. */
function exitCodeOf(thrown: unknown): number | undefined {
  if (thrown instanceof StartError) return thrown.exitCode;
  return isVaultError(thrown) ? 1 : undefined;
}
