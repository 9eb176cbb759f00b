import { defineCommand } from '../command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  group: 'daemon',
  brief: 'open every protocol',
  summary: 'Serve vaults through every protocol until Ctrl+C.',
  about:
    'Serves the folders that are named, else those of the configuration, else an example vault.',
  args: [
    { name: 'VAULT', summary: 'Folders of notes.', isOptional: true, isMany: true, kind: 'folder' },
  ],
  examples: [
    ['vaultd serve', 'look at the example vault'],
    ['vaultd serve ~/Notes', 'serve a folder of your own'],
  ],
  async run({ common }, { args }) {
    const { serve } = await import('../../daemon/serve.ts');
    await serve(common.vault === undefined ? args : [common.vault, ...args]);
  },
});
