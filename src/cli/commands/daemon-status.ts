import { defineCommand } from '../command.ts';
import { requireDaemon } from '../daemon-client.ts';
import { findDaemon } from '../daemon-control.ts';
import { showStatus } from '../show-status.ts';

export const daemonStatusCommand = defineCommand({
  name: 'daemon status',
  group: 'daemon',
  summary: 'Say whether the daemon runs, and what it serves.',
  about: 'Ends with 0 when it runs, 3 when it does not, 4 when it does not answer.',
  examples: [
    ['vaultd daemon status', 'for people'],
    ['vaultd daemon status --json', 'for programs'],
  ],
  async run({ out, env, exitWith }) {
    const found = await findDaemon(env);
    if (found.state === 'absent') {
      if (out.isJson) out.json({ running: false });
      else out.line('The daemon is not running.');
      return exitWith(3);
    }
    if (found.state === 'silent') {
      if (out.isJson) out.json({ running: true, responding: false, pid: found.pid });
      else out.line(`The daemon is running but not responding (pid ${found.pid}).`);
      return exitWith(4);
    }
    const client = await requireDaemon(env);
    try {
      const status = await client.status();
      if (out.isJson) out.json(status);
      else await showStatus(out, client, status);
    } finally {
      await client.close();
    }
  },
});
