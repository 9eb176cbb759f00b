import type { z } from 'zod';
import type { Log } from '../../kit/log.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Session } from '../../operations/sessions.ts';
import type { IdeSettings } from './settings.ts';
import type { VaultPaths } from './vault-paths.ts';

/** One client, as the methods that answer it see it. */
export interface IdePeer {
  readonly session: Session;
  readonly paths: VaultPaths;
  readonly vaultName: string;
  readonly appVersion: string;
  readonly settings: IdeSettings;
  readonly log: Log;
  /** The vault's root in the spelling of this client. */
  readonly root: string;
  /** Says something to whoever reads the log, once for this client. */
  advise(text: string): void;
  /** False when it has been initialized before. */
  initialize(client: { readonly name: string; readonly version: string }): boolean;
}

/** Asks for an operation and gives its output its type back. Throws `VaultError`. */
export async function perform<In extends z.ZodType, Out extends z.ZodType>(
  { session }: Pick<IdePeer, 'session'>,
  operation: Operation<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): Promise<z.output<Out>> {
  const outcome = await session.dispatch(operation, input, signal);
  if (!outcome.ok) throw outcome.error;
  return operation.output.parse(outcome.output);
}
