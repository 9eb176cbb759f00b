import type { Client } from '../protocols/local/wire/client.ts';
import { UsageError } from './arguments.ts';

/** What the IDE door says about one vault. */
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
  readonly doors?: readonly {
    readonly door: string;
    readonly lines: readonly string[];
    readonly vaults?: readonly IdeVault[];
  }[];
}

/** The IDE door of the running daemon. Throws when it is closed. */
export async function readIdeStatus(client: Client): Promise<readonly IdeVault[]> {
  const { doors = [] }: Status = await client.status();
  const door = doors.find(({ door: name }) => name === 'ide');
  if (door?.vaults !== undefined) return door.vaults;
  throw new UsageError(
    `The IDE door is not open${door === undefined ? '' : `: ${door.lines.join(' ')}`}.`,
    'Look at the ide table of the configuration.',
  );
}
