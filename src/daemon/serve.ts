import { isatty } from 'node:tty';
import { type ProtocolChoice, startVaultDaemon } from './main.ts';

/** `vaultd serve`: runs in the foreground until a signal. */
export async function serve(vaults: readonly string[], choice: ProtocolChoice): Promise<void> {
  await run(vaults, choice, (line) => process.stdout.write(`${line}\n`));
}

/** `vaultd daemon run`: the same for service managers, who read the log and nothing else. */
export async function runDaemon(vaults: readonly string[], choice: ProtocolChoice): Promise<void> {
  await run(vaults, choice, () => undefined);
}

async function run(
  vaults: readonly string[],
  choice: ProtocolChoice,
  say: (line: string) => void,
): Promise<void> {
  const daemon = await startVaultDaemon({
    vaults,
    ...choice,
    env: process.env,
    say,
    signals: true,
  });
  say('Press Ctrl+C to stop.');
  endWithTerminal(() => void daemon.close());
  await daemon.stopped;
  process.exit(0);
}

/** A closed terminal sends SIGHUP, which asks daemons to reload; this one has to end then. */
function endWithTerminal(stop: () => void): void {
  if (!isatty(1)) return;
  process.on('SIGHUP', () => {
    if (!isatty(1)) stop();
  });
}
