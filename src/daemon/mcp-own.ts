import { basename, resolve } from 'node:path';
import { ownerGrants } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { createLog, type Log } from '../kit/log.ts';
import type { ListedVault } from '../operations/daemon-facts.ts';
import type { Backend, McpClient } from '../protocols/mcp/backend.ts';
import type { VaultSlot } from '../protocols/mcp/bundle/vaults.ts';
import type { BundleOptions } from '../protocols/mcp/options.ts';
import { discoverVaults } from './discover-vaults.ts';
import { loadConfig } from './load-config.ts';
import type { McpSettings } from './mcp-settings.ts';
import { type OpenVaults, openVaults } from './open.ts';
import { type Environment, expandHome, isFolder } from './places.ts';

/** Opens the engine in this process and answers one client from it. */
export async function openOwnBackend(
  settings: McpSettings,
  client: McpClient,
  log: Log,
  version: string,
): Promise<Backend> {
  const { toolset, options } = settings;
  if (toolset === 'bundle' && options.bundle) return openBundle(settings, options.bundle, log);
  const { openVaultBackend } = await import('../protocols/mcp/vault/backend.ts');
  const { env, vaults: named } = settings;
  const paths = named.map(({ path }) => path);
  const config = await loadConfig(env, paths);
  const ownLog = createLog(config.log);
  const first = { ...config, vaults: config.vaults.slice(0, 1) };
  const { vaults, sessions, close } = await openVaults(first, env, ownLog, { live: true });
  const [vault] = vaults;
  if (vault === undefined) throw new TypeError('A configuration always has a vault.');
  const host = { sessions, version, log: ownLog };
  // The policy of the environment is already that of the vault.
  const backend = await openVaultBackend({ host, vault, options, policy: {}, client });
  return {
    ...backend,
    async close() {
      await backend.close();
      await close();
    },
  };
}

/** A vault that is missing is tried again at each call. */
async function openBundle(settings: McpSettings, given: BundleOptions, log: Log): Promise<Backend> {
  const { createBackend } = await import('../protocols/mcp/answer.ts');
  const { createBundleToolset } = await import('../protocols/mcp/bundle/toolset.ts');
  const { env, vaults: named, discovers } = settings;
  const wanted: readonly WantedVault[] =
    named.length === 0 && discovers ? discoverVaults(env) : named;
  const paths = wanted.map(({ path }) => path);
  const config = await loadConfig(env, paths);
  const listVaults = () => Promise.all(slots.map(toListed));
  const slots: readonly OwnSlot[] = config.vaults.map((vault, at) => {
    const { name = vault.name ?? basename(resolve(vault.path)), id } = wanted[at] ?? {};
    const one = { ...config, vaults: [{ ...vault, name }] };
    return createSlot(name, id, async () => {
      requireFolder(vault.path, name, env);
      return openVaults(one, env, log, { live: true, listVaults });
    });
  });
  // The first call should not have to wait for the notes to be read, nor the list of the tools for
  // the vault to be opened.
  setImmediate(() => {
    for (const slot of slots) slot.open().catch(() => {});
  });
  const isReadOnly = slots.length > 0 && config.vaults.every((vault) => vault.read_only);
  const options = { ...given, readOnly: given.readOnly || isReadOnly };
  const tools = createBundleToolset({ slots: slots.length > 0 ? slots : [noVault], options, log });
  const rest = {
    instructions: undefined,
    identify(client: string) {
      for (const slot of slots) slot.identify(client);
    },
    async close() {
      await Promise.allSettled(slots.map((slot) => slot.close()));
    },
  };
  return createBackend({ toolsets: [tools] }, rest);
}

interface WantedVault {
  readonly name?: string;
  readonly path: string;
  /** What the app calls it, where we know that. */
  readonly id?: string;
}

interface OwnSlot extends VaultSlot {
  close(): Promise<void>;
}

function createSlot(
  vaultName: string,
  id: string | undefined,
  openVault: () => Promise<OpenVaults>,
): OwnSlot {
  let client = 'mcp';
  let opening: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { vaults, sessions, close } = await openVault();
    const [vault] = vaults;
    if (vault === undefined) throw new TypeError('One vault was to be opened.');
    const caller = { protocol: 'mcp', client, grants: ownerGrants, policy: {} } as const;
    return { id: id ?? vault.id, session: sessions.open(vault, caller), close };
  };
  return {
    name: vaultName,
    open() {
      opening ??= open().catch((thrown) => {
        opening = undefined;
        throw thrown;
      });
      return opening;
    },
    identify(name) {
      client = name;
      opening?.then(({ session }) => session.identify(name)).catch(() => {});
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

async function toListed(slot: VaultSlot): Promise<ListedVault> {
  const { name } = slot;
  return slot.open().then(
    ({ id }) => ({ name, id, available: true }),
    () => ({ name, available: false }),
  );
}

/** The path itself stays out of the message: clients pass messages on to others. */
function requireFolder(path: string, name: string, env: Environment): void {
  if (isFolder(resolve(expandHome(path, env)))) return;
  throw new VaultError('not-found', `The folder of the vault "${name}" does not exist.`, {
    reason: 'vault-missing',
    hint: 'Choose the folder of your notes in the settings of this server, or bring it back to its place.',
    data: { vault: name },
  });
}

/** Stands where no folder to serve was named. */
const noVault: VaultSlot = {
  name: '',
  identify() {},
  async open() {
    throw new VaultError('not-found', 'No vault is configured.', {
      reason: 'vault-missing',
      hint: 'Choose the folder of your notes in the settings of this server, or start it with --vault FOLDER.',
    });
  },
};
