import { readFileSync } from 'node:fs';
import { defineCommand } from '../command.ts';
import { findDaemon, logFileOf, startDetached } from '../daemon-control.ts';

export const daemonStartCommand = defineCommand({
  name: 'daemon start',
  group: 'daemon',
  summary: 'Start the daemon in the background.',
  about: 'Returns when the daemon answers. A daemon that runs already is left alone.',
  args: [
    { name: 'VAULT', summary: 'Folders of notes.', isOptional: true, isMany: true, kind: 'folder' },
  ],
  examples: [
    ['vaultd daemon start', 'serve what the configuration names'],
    ['vaultd daemon start ~/Notes ~/Work', 'serve two folders'],
  ],
  async run({ out, env, exitWith }, { args }) {
    const found = await findDaemon(env);
    if (found.state === 'running') {
      if (out.isJson) out.json({ started: false, pid: found.pid });
      else out.say(`The daemon runs already (pid ${found.pid}).`);
      if (args.length > 0) out.note('It serves what it served before; see vaultd status.');
      return;
    }
    const pid = await startDetached(env, args);
    if (pid !== undefined) {
      if (out.isJson) out.json({ started: true, pid });
      else out.say(`Started (pid ${pid}).`);
      return;
    }
    out.note('The daemon did not come up. The end of its log:');
    out.note(lastLines(logFileOf(env)));
    exitWith(1);
  },
});

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  } catch {
    return '(empty)';
  }
}
