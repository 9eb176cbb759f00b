import type { PathPolicy } from '../contract/callers.ts';
import type { SharingRules } from '../contract/workspace.ts';
import type { Config, PolicyConfig, VaultConfig } from './config-shape.ts';

/** What a table of the configuration opens. Hidden names are for the protocol to decide. */
export function toPolicy(config: PolicyConfig): PathPolicy {
  const { read_only, read_paths, write_paths, deny, approve } = config;
  return {
    ...(read_paths && { read: read_paths }),
    ...(write_paths && { write: write_paths }),
    ...(read_only && { readOnly: true }),
    ...(deny && { deny }),
    ...(approve && { approve }),
    hidden: true,
  };
}

/** The settings of a vault come before those of all vaults. */
export function toSharing(
  { share, exclude, private_property: flag }: Config['ide'],
  vault: VaultConfig['ide'] = {},
): SharingRules {
  return {
    mode: vault.share ?? share ?? 'selection',
    exclude: [...(exclude ?? []), ...(vault.exclude ?? [])],
    flag,
  };
}
