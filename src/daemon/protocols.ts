import type { Protocol } from '../contract/callers.ts';
import { isVaultError, type VaultError } from '../contract/errors.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { OpenProtocol, ProtocolHost } from '../operations/protocol.ts';
import { openMcpProtocol } from '../protocols/mcp/serve.ts';
import type { Config } from './config.ts';
import { openIde, toIdeSettings } from './ide.ts';
import { toHttpSettings } from './mcp-config.ts';
import { readOptions } from './mcp-settings.ts';
import type { OpenVaults } from './open.ts';
import { type Environment, mcpSocket } from './places.ts';
import { openRemotes } from './remotes.ts';
import { openWeb, toWebSettings } from './web.ts';

export interface OpenProtocols {
  readonly protocols: readonly OpenProtocol[];
  /** A link to the dashboard; undefined when its protocol is closed. */
  newLink(): string | undefined;
  /** Settings of the new configuration count from now on, as far as protocols can change theirs. */
  reconfigure(config: Config): void;
  close(): Promise<void>;
}

/** Opens every protocol that the configuration enables; all or none. */
export async function openProtocols(
  host: ProtocolHost,
  vaults: OpenVaults,
  health: HealthMonitor,
  config: Config,
  env: Environment,
): Promise<OpenProtocols> {
  const opened: OpenProtocol[] = [];
  const remotes = await openRemotes(host, vaults, env);
  const closeAll = async () => {
    await Promise.allSettled([remotes.close(), ...opened.map((protocol) => protocol.close())]);
  };
  try {
    const ide = config.ide.enabled
      ? await orClosed(host, 'ide', openIde(host, config.ide, env))
      : undefined;
    if (ide !== undefined) opened.push(ide);
    opened.push(await openMcp(host, config, env));
    const web = config.web.enabled
      ? await orClosed(host, 'web', openWeb(host, health, config.web, env))
      : undefined;
    if (web !== undefined) opened.push(web);
    return {
      get protocols() {
        return [...remotes.protocols, ...opened];
      },
      newLink() {
        if (web?.failure !== undefined) throw web.failure;
        return web?.newLink();
      },
      reconfigure(next) {
        if (!ide?.failure) ide?.reconfigure(toIdeSettings(next.ide, env));
        if (!web?.failure) web?.reconfigure(toWebSettings(next.web));
      },
      close: closeAll,
    };
  } catch (thrown) {
    await closeAll();
    throw thrown;
  }
}

/** In place of a protocol that could not open. */
interface ClosedProtocol extends OpenProtocol {
  readonly failure: VaultError;
}

/** A protocol that cannot open is logged and stays closed, so that the others can open. */
async function orClosed<P extends OpenProtocol>(
  { log }: ProtocolHost,
  protocol: Protocol,
  opening: Promise<P>,
): Promise<(P & { failure?: undefined }) | ClosedProtocol> {
  try {
    return await opening;
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    log.error(`The ${protocol} protocol stays closed. ${thrown.message}`);
    const lines = [`closed: ${thrown.message}`];
    return { protocol, lines, failure: thrown, close: async () => undefined };
  }
}

function openMcp(host: ProtocolHost, { mcp }: Config, env: Environment): Promise<OpenProtocol> {
  const { strict, commands, confirm_delete: confirmDelete } = mcp;
  return openMcpProtocol(host, {
    socket: mcpSocket(env),
    options: { ...readOptions(env, { strict, commands, confirmDelete }) },
    // The policy of the environment is already that of the vaults.
    policy: {},
    http: mcp.http ? toHttpSettings(mcp, env) : undefined,
  });
}
