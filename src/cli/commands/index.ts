import type { Declaration, Group } from '../command.ts';
import { approvalCommands } from './approvals.ts';
import { clientCommands } from './clients.ts';
import { daemonCommands } from './daemon.ts';
import { factCommands } from './facts.ts';
import { fileCommands } from './files.ts';
import { findCommands } from './find.ts';
import { historyCommands } from './history.ts';
import { ideCommands } from './ide.ts';
import { ledgerCommands } from './ledger.ts';
import { noteCommands } from './notes.ts';
import { pluginCommands } from './plugin.ts';
import { protocolCommands } from './protocols.ts';
import { restCommands } from './rest.ts';
import { searchCommands } from './search.ts';
import { toolCommands } from './tools.ts';
import { vaultCommands } from './vaults.ts';

/** Every command, in the order of the overview. */
export const declarations: Readonly<Record<Group, readonly Declaration[]>> = {
  notes: [...noteCommands, ...fileCommands],
  find: [...searchCommands, ...findCommands, ...factCommands],
  history: [...historyCommands, ...approvalCommands],
  daemon: [
    ...daemonCommands,
    ...vaultCommands,
    ...ledgerCommands,
    ...clientCommands,
    ...toolCommands,
  ],
  protocols: [...protocolCommands, ...ideCommands, ...pluginCommands, ...restCommands],
};
