import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtUrl } from '../kit/entry-url.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import { openWebProtocol, type WebProtocol } from '../protocols/web/serve.ts';
import type { RemoteSettings, WebSettings } from '../protocols/web/settings.ts';
import { type Environment, expandHome, stateDir } from './places.ts';
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
    settings: toWebSettings(config, env),
    places: {
      stateFile: join(stateDir(env), 'web.json'),
      certificatesFile: join(stateDir(env), 'web-certificates.json'),
      assets: fileURLToPath(builtUrl('dashboard/')),
    },
  });
}

export function toWebSettings(
  { port, name, extra_hosts, remote }: WebConfig,
  env: Environment,
): WebSettings {
  const extraHosts = extra_hosts.map((host) => host.toLowerCase());
  return { port, name, extraHosts, ...(remote && { remote: toRemoteSettings(remote, env) }) };
}

function toRemoteSettings(
  remote: NonNullable<WebConfig['remote']>,
  env: Environment,
): RemoteSettings {
  const { host, port, names, certificate, key } = remote;
  return {
    host,
    port,
    names: names.map((name) => name.toLowerCase()),
    ...(certificate !== undefined &&
      key !== undefined && {
        certificate: { certFile: expandHome(certificate, env), keyFile: expandHome(key, env) },
      }),
  };
}
