import type { Protocol } from '../contract/callers.ts';
import { bundleOperations } from './bundle/index.ts';
import * as declared from './declared.ts';
import type { Operation } from './operation.ts';

/** Everything vaultd can be asked for, sorted by name. */
export const operations: readonly Operation[] = [
  ...Object.values(declared),
  ...bundleOperations,
].sort((a, b) => (a.name < b.name ? -1 : 1));

type Declared = (typeof declared)[keyof typeof declared];

/** Operations by their names at a protocol, with the types of their inputs and outputs. */
export type OperationsAt<P extends Protocol> = {
  readonly [Op in Extract<
    Declared,
    { readonly at: { readonly [Name in P]: string } }
  > as Op['at'][P]]: Op;
};

/** What a protocol serves, by the names it has there. */
export function servedAt(protocol: Protocol): ReadonlyMap<string, Operation> {
  return new Map(
    operations.flatMap((operation): [string, Operation][] => {
      const name = operation.at[protocol];
      return name === undefined ? [] : [[name, operation]];
    }),
  );
}
