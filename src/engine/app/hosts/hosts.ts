import { setTimeout as after } from 'node:timers/promises';
import { hostLimits } from '../../../contract/bundle-limits.ts';
import { isVaultError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createApp } from './app.ts';
import { Availability } from './availability.ts';
import { CommandLine, requireVersion } from './command-line.ts';
import type { AppHost, HostSettings, Hosts } from './host.ts';
import { findLinkOpener } from './open-link.ts';
import { createPlugin } from './plugin.ts';

export interface HostsContext {
  readonly settings: HostSettings;
  readonly root: string;
  readonly vaultName: string;
  readonly clock: Clock;
}

/** Everything is done on the files, and no app is used. */
export const filesOnly: HostSettings = {
  mode: 'files',
  program: 'obsidian',
  launches: false,
  isStrict: false,
  env: {},
};

/** For callers whose changes wait for approval: an app would make them at once. */
export function withoutApp(hosts: Hosts): Hosts {
  return {
    ...hosts,
    mode: 'files',
    choose: async () => undefined,
    palette: async () => undefined,
  };
}

/** The ways to an app that are configured. */
export function createHosts({ settings, root, vaultName, clock }: HostsContext): Hosts {
  const now = () => clock.now();
  const line = new CommandLine(settings, root);
  const app = createApp(line, settings.isStrict);
  const availability = new Availability(
    async (signal) => requireVersion(await line.run(['version'], signal)),
    now,
  );
  const plugin = settings.plugin && createPlugin(settings.plugin, now);
  const link = () => (settings.mode === 'files' ? undefined : findLinkOpener(settings, vaultName));

  const choose = async (signal: AbortSignal): Promise<AppHost | undefined> => {
    if (settings.mode === 'files') return undefined;
    if (settings.mode === 'auto') return (await availability.isUp(signal)) ? app : undefined;
    try {
      await availability.require(signal);
    } catch (thrown) {
      if (!settings.launches || !isNotRunning(thrown)) throw thrown;
      await launch(signal, thrown);
    }
    return app;
  };

  /** Nothing has reached the app so far, so asking again does nothing twice. */
  const launch = async (signal: AbortSignal, why: unknown): Promise<void> => {
    const opener = link();
    if (opener === undefined) throw why;
    await opener.start(signal);
    const deadline = now() + hostLimits.launchMs;
    while (
      !(await availability.require(signal).then(
        () => true,
        () => false,
      ))
    ) {
      signal.throwIfAborted();
      if (now() > deadline) throw why;
      await after(hostLimits.coldStartMs, undefined, { signal });
    }
  };

  const pluginIfUp = async (signal: AbortSignal) =>
    plugin !== undefined && (await plugin.isUp(signal)) ? plugin : undefined;

  return {
    mode: settings.mode,
    choose,
    async viewer(signal) {
      const viaPlugin = await pluginIfUp(signal);
      if (viaPlugin !== undefined) return viaPlugin;
      try {
        return (await choose(signal)) ?? link();
      } catch (thrown) {
        const opener = isNotInstalled(thrown) ? link() : undefined;
        if (opener === undefined) throw thrown;
        return opener;
      }
    },
    palette: async (signal) => (await pluginIfUp(signal)) ?? choose(signal),
    // What editors report still counts when the plugin has no answer.
    active: async (signal) => (await pluginIfUp(signal))?.active(signal).catch(() => undefined),
  };
}

const notRunning: ReadonlySet<Reason> = new Set<Reason>([
  'app-not-running',
  'plugin-key-refused',
  'plugin-unreachable',
]);

function isNotRunning(thrown: unknown): boolean {
  const { reason } = isVaultError(thrown) ? thrown.about : {};
  return reason !== undefined && notRunning.has(reason);
}

function isNotInstalled(thrown: unknown): boolean {
  return isVaultError(thrown) && thrown.about.reason === 'cli-not-found';
}
