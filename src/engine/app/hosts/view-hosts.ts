import { isNeverRun } from '../../../contract/app-commands.ts';
import type { Asker } from '../../../contract/workspace.ts';
import type { Companions } from '../workspace/companions.ts';
import type { Hosts, Palette } from './host.ts';
import { hostError } from './host-errors.ts';

/**
 * The ways to an app for one caller. An app with our plugin goes before all others: it is the one in
 * front of the person, and it asks them.
 */
export function viewHosts(hosts: Hosts, companions: Companions, by: Asker): Hosts {
  return {
    mode: hosts.mode,
    choose: hosts.choose,
    viewer: async (signal) => (companions.isAttached ? companions : hosts.viewer(signal)),
    async palette(signal) {
      const own = companions.palette(by);
      return own === undefined ? hosts.palette(signal) : withoutNever(own);
    },
    // What it has in front is in its report.
    active: async (signal) => (companions.isAttached ? undefined : hosts.active(signal)),
  };
}

/** Without the commands that are never run. */
function withoutNever({ commands, run }: Palette): Palette {
  return {
    commands: async (signal) => (await commands(signal)).filter(({ id }) => !isNeverRun(id)),
    async run(id, signal) {
      if (isNeverRun(id)) throw hostError('command-refused', { data: { commandId: id } });
      await run(id, signal);
    },
  };
}
