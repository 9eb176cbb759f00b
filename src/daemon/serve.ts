import { isVaultError } from '../contract/errors.ts';
import { startDaemon } from './main.ts';

/** `vaultd serve`: runs in the foreground until told to stop. */
export async function serve(vaults: readonly string[]): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const daemon = await startDaemon({ vaults, env: process.env, say });
    say('Press Ctrl+C to stop.');
    await untilStopped();
    await daemon.close();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const hint = thrown.about.hint === undefined ? '' : `\n${thrown.about.hint}`;
    process.stderr.write(`vaultd: ${thrown.message}${hint}\n`);
    process.exitCode = 1;
  }
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // Doors hold the process open; without any, this does.
    const held = setInterval(() => {}, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        clearInterval(held);
        resolve();
      });
    }
  });
}
