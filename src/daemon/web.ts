import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtUrl } from '../kit/entry-url.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import { openWebProtocol, type WebProtocol } from '../protocols/web/serve.ts';
import type { WebSettings } from '../protocols/web/settings.ts';
import { type Environment, stateDir } from './places.ts';
import type { WebConfig } from './web-config.ts';

export function openWeb(
  host: ProtocolHost,
  health: HealthMonitor,
  config: WebConfig,
  env: Environment,
): Promise<WebProtocol> {
  return openWebProtocol({
    host,
    health,
    settings: toWebSettings(config),
    places: {
      stateFile: join(stateDir(env), 'web.json'),
      assets: fileURLToPath(builtUrl('dashboard/')),
    },
  });
}

export function toWebSettings({ port, name, extra_hosts }: WebConfig): WebSettings {
  return { port, name, extraHosts: extra_hosts.map((host) => host.toLowerCase()) };
}
