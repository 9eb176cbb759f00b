import { defineCommand } from '../command.ts';
import { requireDaemon } from '../daemon-client.ts';
import { openInBrowser } from '../open-in-browser.ts';

export const openCommand = defineCommand({
  name: 'open',
  group: 'daemon',
  brief: 'the dashboard',
  summary: 'Open the dashboard in your browser.',
  about:
    'Asks the running daemon for a link that works once and for ten minutes. The browser stays logged in.',
  flags: { print: { type: 'boolean', summary: 'Only print the link.' } },
  examples: [
    ['vaultd open', 'see what your agents do'],
    ['vaultd open --print', 'a link to open elsewhere on this machine'],
  ],
  async run({ env, out }, { flags }) {
    const daemon = await requireDaemon(env);
    try {
      const { url } = await daemon.call<{ url: string }>('OpenDashboard');
      if (out.isJson) out.json({ url });
      else out.line(url);
      if (flags.print || out.isJson) return;
      if (!(await openInBrowser(url, env))) out.say('Open this link in a browser.');
    } finally {
      await daemon.close();
    }
  },
});
