import type { Log } from '../../kit/log.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import type { McpOptions } from './options.ts';

/** What one client's server works with. */
export interface McpContext {
  readonly session: Session;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  readonly version: string;
  readonly log: Log;
}
