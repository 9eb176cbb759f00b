import { join } from 'node:path';
import type { ProtocolHost } from '../operations/protocol.ts';
import type { ServedVault } from '../operations/sessions.ts';
import type { HttpHandler } from '../protocols/mcp/http/handler.ts';
import type { McpOptions } from '../protocols/mcp/options.ts';
import type { ServeMcp } from '../protocols/rest/answer.ts';
import { openRestProtocol, type RestProtocol } from '../protocols/rest/serve.ts';
import type { RestKey, RestPlaces } from '../protocols/rest/settings.ts';
import type { Config } from './config.ts';
import { settingOf } from './environment.ts';
import { readOptions } from './mcp-options.ts';
import { type Environment, stateDir } from './places.ts';
import { toRestSettings } from './rest-config.ts';

export function restPlaces(env: Environment): RestPlaces {
  const folder = join(stateDir(env), 'rest');
  return {
    keysFile: join(folder, 'keys.json'),
    certificatesFile: join(folder, 'certificates.json'),
    configFolder: settingOf(env, 'OBSIDIAN_CONFIG_DIR') ?? '.obsidian',
  };
}

/** The REST protocol, with MCP behind its keys on the same ports. */
export async function openRest(
  host: ProtocolHost,
  { rest, mcp }: Config,
  env: Environment,
): Promise<RestProtocol> {
  const { strict, confirm_delete: confirmDelete } = mcp;
  const options = readOptions(env, { strict, confirmDelete });
  const agents = new KeyedMcp(host, options, mcp.max_body_bytes);
  const protocol = await openRestProtocol({
    host,
    settings: toRestSettings(rest),
    places: restPlaces(env),
    mcp: agents.serve,
  });
  return {
    ...protocol,
    get lines() {
      return protocol.lines;
    },
    async close() {
      await agents.close();
      await protocol.close();
    },
  };
}

/** MCP for the clients of REST: each key has a handler of its own, with its vault and its rights. */
class KeyedMcp {
  readonly #host: ProtocolHost;
  readonly #options: McpOptions;
  readonly #bodyBytesMax: number;
  readonly #handlers = new Map<RestKey, Promise<HttpHandler>>();

  constructor(host: ProtocolHost, options: McpOptions, bodyBytesMax: number) {
    this.#host = host;
    this.#options = options;
    this.#bodyBytesMax = bodyBytesMax;
  }

  readonly serve: ServeMcp = async ({ request, response }, key, vault) => {
    const known = this.#handlers.get(key);
    const handler = known ?? this.#create(key, vault);
    if (known === undefined) this.#handlers.set(key, handler);
    const incoming = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: request.headers,
      auth: { token: '', clientId: key.name, scopes: ['*'] },
      [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
    };
    await (await handler).handle(incoming, response);
  };

  async close(): Promise<void> {
    const handlers = await Promise.allSettled(this.#handlers.values());
    await Promise.allSettled(
      handlers.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)),
    );
  }

  /** The library is loaded for the first request, not when the daemon starts. */
  async #create({ policy, commands }: RestKey, vault: ServedVault): Promise<HttpHandler> {
    const { createHttpHandler } = await import('../protocols/mcp/http/handler.ts');
    return createHttpHandler({
      host: this.#host,
      vault,
      options: { ...this.#options, commands },
      policy,
      isStateless: false,
      bodyBytesMax: this.#bodyBytesMax,
    });
  }
}
