import { defineCommand } from '../command.ts';

export const daemonRunCommand = defineCommand({
  name: 'daemon run',
  group: 'daemon',
  summary: 'Run the daemon in the foreground, for service managers.',
  about:
    'Logs to the error stream. Ends with 3 when one runs already, 4 when it does not answer, 5 when the runtime folder is not safe.',
  args: [
    { name: 'VAULT', summary: 'Folders of notes.', isOptional: true, isMany: true, kind: 'folder' },
  ],
  examples: [['vaultd daemon run ~/Notes', 'what a service unit would call']],
  async run(_context, { args }) {
    const { runDaemon } = await import('../../daemon/serve.ts');
    await runDaemon(args);
  },
});
