import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ownerGrants } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import type { Log } from '../kit/log.ts';
import type { OpenToolbox } from '../protocols/mcp/bundle/serve.ts';
import { createBundleToolbox } from '../protocols/mcp/bundle/toolbox.ts';
import type { VaultSlot } from '../protocols/mcp/bundle/vaults.ts';
import type { BundleSettings, NamedVault } from './bundle-settings.ts';
import { type Config, readConfig, type VaultConfig } from './config.ts';
import { discoverVaults } from './discover-vaults.ts';
import { openVaults } from './open.ts';
import { type Environment, expandHome } from './places.ts';

/** The tools on engines in this process. A vault that is not there is looked for again at each call. */
export async function openBundle(settings: BundleSettings, log: Log): Promise<OpenToolbox> {
  const { env } = settings;
  const named = settings.vaults.length === 0 && settings.discovers ? discoverVaults(env) : [];
  const wanted: readonly WantedVault[] = [...settings.vaults, ...named];
  const config = readConfig(
    env,
    wanted.map(({ path }) => path),
  );
  const vaults = config.vaults.map((vault, index) => {
    const name = wanted[index]?.name;
    return name === undefined ? vault : { ...vault, name };
  });
  const slots = vaults.map((vault, index) =>
    createSlot(vault, config, env, log, wanted[index]?.id),
  );
  // Whoever asks first should not have to wait for the notes to be read; whoever lists the tools
  // should not have to wait for the vault to be opened.
  setImmediate(() => {
    for (const slot of slots) slot.open().catch(() => {});
  });
  const readOnly =
    settings.options.readOnly || (vaults.length > 0 && vaults.every((each) => each.read_only));
  const options = { ...settings.options, readOnly };
  return {
    ...createBundleToolbox({ vaults: slots.length > 0 ? slots : [noVault], options, log }),
    async close() {
      await Promise.allSettled(slots.map((slot) => slot.close()));
    },
  };
}

interface WantedVault extends NamedVault {
  /** What the app calls it, where we know that. */
  readonly id?: string;
}

type OpenSlot = Awaited<ReturnType<VaultSlot['open']>> & { close(): Promise<void> };

function createSlot(vault: VaultConfig, config: Config, env: Environment, log: Log, id?: string) {
  const name = vault.name ?? basename(resolve(vault.path));
  let opening: Promise<OpenSlot> | undefined;
  const open = async (): Promise<OpenSlot> => {
    requireFolder(vault, name, env);
    const { vaults, sessions, close } = await openVaults({ ...config, vaults: [vault] }, env, log, {
      live: true,
    });
    const [served] = vaults;
    if (served === undefined) throw new TypeError('One vault was to be opened.');
    const caller = { protocol: 'mcp', client: 'mcp', grants: ownerGrants, policy: {} } as const;
    return { id: id ?? served.id, session: sessions.open(served, caller), close };
  };
  return {
    name,
    open(): Promise<OpenSlot> {
      opening ??= open().catch((thrown) => {
        opening = undefined;
        throw thrown;
      });
      return opening;
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

/** The path itself stays out of the message: clients pass messages on to others. */
function requireFolder({ path }: VaultConfig, name: string, env: Environment): void {
  const stat = statSync(resolve(expandHome(path, env)), { throwIfNoEntry: false });
  if (stat?.isDirectory()) return;
  throw new VaultError('not-found', `The folder of the vault "${name}" does not exist.`, {
    reason: 'vault-missing',
    hint: 'Choose the folder of your notes in the settings of this server, or bring it back to its place.',
    data: { vault: name },
  });
}

/** Stands where nobody said which folder to serve. */
const noVault: VaultSlot = {
  name: '',
  async open() {
    throw new VaultError('not-found', 'No vault is configured.', {
      reason: 'vault-missing',
      hint: 'Choose the folder of your notes in the settings of this server, or start it with --vault FOLDER.',
    });
  },
};
