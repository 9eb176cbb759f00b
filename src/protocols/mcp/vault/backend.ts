import { ownerGrants, type PathPolicy } from '../../../contract/callers.ts';
import type { Log } from '../../../kit/log.ts';
import type { ProtocolHost } from '../../../operations/protocol.ts';
import type { ServedVault } from '../../../operations/sessions.ts';
import { createBackend } from '../answer.ts';
import type { Backend, McpClient } from '../backend.ts';
import type { VaultSlot } from '../bundle/vaults.ts';
import type { BundleOptions, McpOptions } from '../options.ts';
import { NoteSubscriptions, type Notices, toNotices } from '../subscriptions.ts';
import type { Toolset } from '../toolset.ts';
import { flatten, writeInstructions } from './instructions.ts';
import { createVaultToolset } from './toolset.ts';

export interface VaultBackendOptions {
  readonly host: Pick<ProtocolHost, 'sessions' | 'version' | 'log'>;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  /** What the client's own surroundings narrow. */
  readonly policy: PathPolicy;
  /** Gets notifications of notes that it subscribes to. */
  readonly client?: McpClient;
  /** Called for every note that changes. */
  onNotices?(notices: Notices): void;
  /** Called when the session is to end by the will of others. */
  disconnect?(): void;
}

/** The vault's tools for one client, and the bundle's with them where that is wanted. */
export async function openVaultBackend(asked: VaultBackendOptions): Promise<Backend> {
  const { host, vault, options, policy, client, onNotices, disconnect } = asked;
  const { sessions, version, log } = host;
  const caller = { protocol: 'mcp', client: 'mcp', grants: ownerGrants, policy } as const;
  const session = sessions.open(vault, caller, disconnect);
  if (onNotices !== undefined) session.onChanges((batch) => onNotices(toNotices(batch)));
  const identify = (name: string) => session.identify(name);
  const slot = { name: vault.name, open: async () => ({ id: vault.id, session }), identify };
  const bundle = options.bundle && (await loadBundle(slot, options.bundle, log));
  return createBackend(
    {
      toolsets: [createVaultToolset(session, options), ...(bundle === undefined ? [] : [bundle])],
      resources: { session, vault, version },
      subscriptions: client && new NoteSubscriptions(session, client),
    },
    {
      instructions: writeInstructions({ policy: session.caller.policy, ...options }),
      identify,
      close: async () => session.close(),
    },
  );
}

/** Most clients have no use for these tools, so they are loaded when they are wanted. */
async function loadBundle(slot: VaultSlot, given: BundleOptions, log: Log): Promise<Toolset> {
  const { createBundleToolset } = await import('../bundle/toolset.ts');
  const { session } = await slot.open();
  const readOnly = given.readOnly || flatten(session.caller.policy).readOnly === true;
  const options = { ...given, readOnly };
  return createBundleToolset({ slots: [slot], options, log, hasOwnNames: true });
}
