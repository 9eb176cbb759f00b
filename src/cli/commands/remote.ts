import { defineCommand } from '../command.ts';

export const remoteCommand = defineCommand({
  name: 'remote',
  group: 'protocols',
  brief: 'for the Obsidian plugin',
  summary: 'Serve one vault to the Obsidian plugin for remote vaults.',
  about:
    'Takes the command line of the plugin’s own daemon: --vault-root=DIR [--socket=PATH] ' +
    '[--token-file=PATH] [--verbose] [--version]. Socket and token lie in ~/.obsidian-remote ' +
    'unless told otherwise. See docs/remote.md.',
  examples: [
    ['vaultd remote --vault-root="$HOME/Notes"', 'serve a vault where the plugin looks for it'],
  ],
  isRaw: true,
  async run(_context, { args }) {
    const { remote } = await import('../../daemon/remote.ts');
    await remote(args);
  },
});
