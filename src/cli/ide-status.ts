import type { Client } from '../protocols/local/client/client.ts';
import { UsageError } from './arguments.ts';

/** What the IDE protocol says about one vault. */
export interface IdeVault {
  readonly vault: string;
  readonly port: number;
  readonly lock_files: readonly string[];
  readonly folders: readonly string[];
  readonly share: string;
  readonly clients: readonly IdeClientInfo[];
}

export interface IdeClientInfo {
  readonly session: string;
  readonly name?: string;
  readonly version?: string;
  readonly pid?: number;
  readonly folder?: string;
  readonly since: string;
}

interface Status {
  readonly protocols?: readonly {
    readonly protocol: string;
    readonly lines: readonly string[];
    readonly vaults?: readonly IdeVault[];
  }[];
}

/** The IDE protocol of the running daemon. Throws when it is closed. */
export async function readIdeStatus(client: Client): Promise<readonly IdeVault[]> {
  const { protocols = [] }: Status = await client.status();
  const protocol = protocols.find(({ protocol: name }) => name === 'ide');
  if (protocol?.vaults !== undefined) return protocol.vaults;
  throw new UsageError(
    `The IDE protocol is not open${protocol === undefined ? '' : `: ${protocol.lines.join(' ')}`}.`,
    'Look at the ide table of the configuration.',
  );
}
