import { resolve } from 'node:path';
import { isVaultError } from '../contract/errors.ts';
import { remoteLimits } from '../contract/limits.ts';
import { systemClock } from '../kit/clock.ts';
import { createLog, toLogText } from '../kit/log.ts';
import { openRemoteProtocol } from '../protocols/remote/serve.ts';
import { defaultConfig } from './load-config.ts';
import { openVaults } from './open.ts';
import { isFolder } from './places.ts';
import {
  parseRemoteFlags,
  type RemoteFlags,
  RemoteUsageError,
  remoteUsage,
} from './remote-flags.ts';

declare const VAULTD_VERSION: string;

/** `vaultd remote`, also under the name `obsidian-remote-server`: one vault, one protocol. Ends the process. */
export async function remote(words: readonly string[]): Promise<never> {
  process.exit(await run(words));
}

async function run(words: readonly string[]): Promise<number> {
  // `nohup` cannot protect us: Node puts the signal back to its default when it starts.
  process.on('SIGHUP', () => {});
  try {
    const flags = parseRemoteFlags(words, process.env);
    if (flags.version) {
      process.stdout.write(`${VAULTD_VERSION}\n`);
      return 0;
    }
    if (!isFolder(flags.vaultRoot)) {
      throw new RemoteUsageError(`--vault-root is not a folder: ${flags.vaultRoot}`);
    }
    await serve(flags);
    return 0;
  } catch (thrown) {
    if (thrown instanceof RemoteUsageError) {
      say(thrown.message === '' ? remoteUsage : `vaultd remote: ${thrown.message}\n${remoteUsage}`);
      return 2;
    }
    if (!isVaultError(thrown)) say(`vaultd remote: ${toLogText(thrown)}`);
    else say(`vaultd remote: ${thrown.message} ${thrown.about.hint ?? ''}`);
    return 1;
  }
}

/** Serves until a signal. */
async function serve({ vaultRoot, socket, tokenFile, verbose }: RemoteFlags): Promise<void> {
  const log = createLog({ level: verbose ? 'info' : 'error', json: false });
  const root = resolve(vaultRoot);
  // Flags are all that this command has, so the configuration is the default one.
  const config = { ...defaultConfig, vaults: [{ path: root }] };
  const stopping = untilStopped();
  const { vaults, sessions, close } = await openVaults(config, process.env, log, { live: true });
  try {
    const [vault] = vaults;
    if (vault === undefined) return;
    const host = { vaults, sessions, version: VAULTD_VERSION, clock: systemClock, log };
    const places = { socket: resolve(socket), tokenFile: resolve(tokenFile) };
    const protocol = await openRemoteProtocol(host, {
      vault,
      ...places,
      onAbandoned: stopping.stop,
    });
    say(`vaultd remote ${VAULTD_VERSION}`);
    say(`  vault:  ${vault.root}\n  socket: ${places.socket}\n  token:  ${places.tokenFile}`);
    await stopping.stopped;
    // What was answered is on disk, and the rest can be rebuilt, so the exit does not wait for it.
    setTimeout(() => process.exit(0), remoteLimits.exitMs).unref();
    await protocol.close();
  } finally {
    await close();
  }
}

function untilStopped(): { readonly stopped: Promise<void>; stop(): void } {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return { stopped, stop: () => stop() };
}

function say(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}
