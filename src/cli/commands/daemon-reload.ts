import { defineCommand } from '../command.ts';
import { requireDaemon } from '../daemon-client.ts';

export const daemonReloadCommand = defineCommand({
  name: 'daemon reload',
  group: 'daemon',
  summary: 'Let the daemon read its configuration again.',
  examples: [['vaultd daemon reload', 'after editing config.toml']],
  async run({ out, env }) {
    const client = await requireDaemon(env);
    try {
      const report = await client.call<{ changed: string[]; restart_needed: string[] }>('Reload');
      if (out.isJson) return out.json(report);
      const { changed, restart_needed: later } = report;
      out.say(changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.join(', ')}.`);
      if (later.length > 0) out.say(`Needs a restart: ${later.join(', ')}.`);
    } finally {
      await client.close();
    }
  },
});
