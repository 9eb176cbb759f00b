import type { Protocol } from '../contract/callers.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { OpenedFrom, OpenProtocol, ProtocolHost } from '../operations/protocol.ts';
import { openMcpProtocol } from '../protocols/mcp/serve.ts';
import type { Config } from './config-shape.ts';
import { openIde, toIdeSettings } from './ide.ts';
import { toHttpSettings } from './mcp-config.ts';
import { readOptions, toConfirmDelete } from './mcp-options.ts';
import type { OpenVaults } from './open.ts';
import { openOrRetry } from './open-or-retry.ts';
import { type Environment, mcpSocket } from './places.ts';
import { openRemotes } from './remotes.ts';
import { openRest } from './rest.ts';
import { toRestSettings } from './rest-config.ts';
import { openWeb, toWebSettings } from './web.ts';

export interface OpenProtocols {
  readonly protocols: readonly OpenProtocol[];
  /** A link to the dashboard; undefined when its protocol is closed. */
  newLink(to?: OpenedFrom): string | undefined;
  /** Settings of the new configuration count from now on, as far as protocols can change theirs. */
  reconfigure(config: Config): void;
  close(): Promise<void>;
}

export interface ProtocolsOptions {
  readonly health: HealthMonitor;
  readonly config: Config;
  readonly env: Environment;
  /** Protocols that stay closed. */
  readonly without: readonly Protocol[];
}

/**
 * Opens every protocol that the configuration enables and `without` does not name. One that cannot
 * open is tried again, and the others serve meanwhile.
 */
export async function openProtocols(
  host: ProtocolHost,
  vaults: OpenVaults,
  { health, config, env, without }: ProtocolsOptions,
): Promise<OpenProtocols> {
  const { log } = host;
  const isWanted = (protocol: Protocol) => !without.includes(protocol);
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(made: T): T => {
    opened.push(made);
    return made;
  };
  const close = async () => {
    await Promise.allSettled(opened.map((protocol) => protocol.close()));
  };
  try {
    const remotes = isWanted('remote') ? keep(await openRemotes(host, vaults, env)) : undefined;
    const ide =
      config.ide.enabled && isWanted('ide')
        ? keep(await openOrRetry('ide', () => openIde(host, config.ide, env), { log }))
        : undefined;
    const mcp = isWanted('mcp')
      ? keep(await openOrRetry('mcp', () => openMcp(host, config, env), { log }))
      : undefined;
    const rest =
      config.rest.enabled && isWanted('rest')
        ? keep(await openOrRetry('rest', () => openRest(host, config, env), { log }))
        : undefined;
    const web =
      config.web.enabled && isWanted('web')
        ? keep(await openOrRetry('web', () => openWeb(host, health, config.web, env), { log }))
        : undefined;
    return {
      get protocols() {
        const others = [ide, mcp, rest, web].filter((protocol) => protocol !== undefined);
        return [...(remotes?.protocols ?? []), ...others];
      },
      newLink(to) {
        if (web?.failure !== undefined) throw web.failure;
        return web?.current?.newLink(to);
      },
      reconfigure(next) {
        ide?.current?.reconfigure(toIdeSettings(next.ide, env));
        rest?.current?.reconfigure(toRestSettings(next.rest));
        web?.current?.reconfigure(toWebSettings(next.web, env));
      },
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function openMcp(host: ProtocolHost, { mcp }: Config, env: Environment): Promise<OpenProtocol> {
  const { strict, commands, results, confirm_delete: confirms } = mcp;
  return openMcpProtocol(host, {
    socket: mcpSocket(env),
    options: readOptions(env, {
      strict,
      commands,
      ...toConfirmDelete(confirms),
      ...(results !== undefined && { results }),
    }),
    // The policy of the environment is already that of the vaults.
    policy: {},
    http: mcp.http ? toHttpSettings(mcp, env) : undefined,
  });
}
