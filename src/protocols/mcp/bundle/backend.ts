import type { Log } from '../../../kit/log.ts';
import { createBackend } from '../answer.ts';
import type { Backend } from '../backend.ts';
import type { BundleOptions } from '../options.ts';
import { createBundleToolset } from './toolset.ts';
import type { VaultSlot } from './vaults.ts';

/** The bundle's tools alone, on vaults that may still have to be opened. */
export function openBundleBackend(
  slots: readonly VaultSlot[],
  options: BundleOptions,
  log: Log,
  close: () => Promise<void>,
): Backend {
  return createBackend(
    { toolsets: [createBundleToolset({ slots, options, log })] },
    {
      instructions: undefined,
      identify(client) {
        for (const slot of slots) slot.identify(client);
      },
      close,
    },
  );
}
