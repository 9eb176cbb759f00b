import type { Caller, PathPolicy } from '../contract/callers.ts';

/** What the owner lets a client do, by its name, besides what the configuration says. */
export interface ClientPermissions {
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly readOnly?: boolean | undefined;
  readonly approve?: true | readonly string[] | undefined;
}

export type PermissionsByClient = Readonly<Record<string, ClientPermissions>>;

/** Where permissions are kept. */
export interface PermissionStore {
  read(): PermissionsByClient;
  write(all: PermissionsByClient): void;
}

/** Keeps them as long as the process runs. */
export function createPermissionMemory(): PermissionStore {
  let kept: PermissionsByClient = {};
  return {
    read: () => kept,
    write: (all) => {
      kept = all;
    },
  };
}

/** The caller within what its permissions open: they narrow, and never widen. */
export function withPermissions(caller: Caller, permissions: ClientPermissions): Caller {
  const { read, write, readOnly, approve } = permissions;
  const { within } = caller.policy;
  const rules: PathPolicy = {
    hidden: true,
    ...(read && { read }),
    ...(write && { write }),
    ...(readOnly && { readOnly: 'for now' }),
    ...(approve && { approve }),
    ...(within && { within }),
  };
  return { ...caller, policy: { ...caller.policy, within: rules } };
}
