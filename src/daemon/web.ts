import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VaultError } from '../contract/errors.ts';
import { builtUrl } from '../kit/entry-url.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import { openWebProtocol, type WebProtocol } from '../protocols/web/serve.ts';
import type { WebSettings } from '../protocols/web/settings.ts';
import { type Environment, stateDir } from './places.ts';
import type { WebConfig } from './web-config.ts';

/** Opens the dashboard. A protocol that cannot open is said and left closed: others are not to blame. */
export async function openWeb(
  host: ProtocolHost,
  health: HealthMonitor,
  config: WebConfig,
  env: Environment,
): Promise<WebProtocol | undefined> {
  if (!config.enabled) return undefined;
  try {
    return await openWebProtocol({
      host,
      health,
      settings: toWebSettings(config),
      places: {
        stateFile: join(stateDir(env), 'web.json'),
        assets: fileURLToPath(builtUrl('dashboard/')),
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof VaultError)) throw thrown;
    host.log.error(`The web protocol stays closed. ${thrown.message}`);
    return closedFor(thrown);
  }
}

function closedFor(reason: VaultError): WebProtocol {
  return {
    protocol: 'web',
    lines: [`closed: ${reason.message}`],
    newLink() {
      throw reason;
    },
    reconfigure: () => undefined,
    close: async () => undefined,
  };
}

export function toWebSettings({ port, name, extra_hosts }: WebConfig): WebSettings {
  return { port, name, extraHosts: extra_hosts.map((host) => host.toLowerCase()) };
}
