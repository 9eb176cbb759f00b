import { defineCommand } from '../command.ts';
import { findDaemon, stopDaemon } from '../daemon-control.ts';

export const daemonStopCommand = defineCommand({
  name: 'daemon stop',
  group: 'daemon',
  summary: 'Stop the daemon and wait until it is gone.',
  about: 'Work that is under way is finished first.',
  examples: [['vaultd daemon stop', 'does nothing when none runs']],
  async run({ out, env, exitWith }) {
    const found = await findDaemon(env);
    if (found.state === 'absent') {
      if (out.isJson) out.json({ stopped: false });
      else out.say('The daemon is not running.');
      return;
    }
    const isStopped = await stopDaemon(env, found.pid);
    if (out.isJson) out.json({ stopped: isStopped, pid: found.pid });
    else out.say(isStopped ? 'Stopped.' : `The daemon (pid ${found.pid}) does not end.`);
    if (!isStopped) exitWith(1);
  },
});
