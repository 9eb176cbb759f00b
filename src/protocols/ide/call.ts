import type * as z from 'zod';
import type { VaultPath } from '../../contract/paths.ts';
import type { Operation } from '../../operations/operation.ts';
import type { IdeSettings } from './settings.ts';
import type { VaultPaths } from './vault-paths.ts';

/** One request of a client, as the method that answers it sees it. */
export interface IdeCall {
  readonly vaultName: string;
  readonly settings: IdeSettings;
  readonly paths: VaultPaths;
  /** The path that an argument names; undefined when it is outside the vault or may not be read. */
  findReadable(argument: string): VaultPath | undefined;
  /** Runs an operation until the client cancels the request. Throws `VaultError`. */
  perform<In extends z.ZodType, Out extends z.ZodType>(
    operation: Operation<In, Out>,
    input: z.input<In>,
  ): Promise<z.output<Out>>;
  /** Logs a hint for the user, once for each client. */
  advise(hint: string): void;
}
