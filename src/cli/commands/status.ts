import { defineCommand } from '../command.ts';
import { daemonStatusCommand } from './daemon-status.ts';

export const statusCommand = defineCommand({
  name: 'status',
  group: 'daemon',
  brief: 'vaults, protocols, clients',
  summary: 'Show vaults, protocols, clients and history of the daemon.',
  about: 'Ends with 0 when the daemon runs, 3 when it does not, 4 when it does not answer.',
  examples: [['vaultd status', 'is everything well?']],
  run: (context, input) => daemonStatusCommand.run(context, input),
});
