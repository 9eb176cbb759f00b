import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { toLogText } from '../kit/log.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import type { ServedVault } from '../operations/sessions.ts';
import type { HttpHandler } from '../protocols/mcp/http/handler.ts';
import type { McpOptions } from '../protocols/mcp/options.ts';
import type { McpByKey } from '../protocols/rest/answer.ts';
import { openRestProtocol, type RestProtocol } from '../protocols/rest/serve.ts';
import type { RestKey, RestPlaces } from '../protocols/rest/settings.ts';
import type { Config } from './config-shape.ts';
import { settingOf } from './environment.ts';
import { readOptions, toConfirmDelete } from './mcp-options.ts';
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
  const { strict, results, confirm_delete: confirms } = mcp;
  const options = readOptions(env, {
    strict,
    ...toConfirmDelete(confirms),
    ...(results !== undefined && { results }),
  });
  const agents = new KeyedMcp(host, options, mcp.max_body_bytes);
  const protocol = await openRestProtocol({
    host,
    settings: toRestSettings(rest),
    places: restPlaces(env),
    mcp: agents,
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

interface KeyHandler {
  readonly vault: ServedVault;
  readonly handler: Promise<HttpHandler>;
}

/** MCP for the clients of REST: each key has a handler of its own, with its vault and its rights. */
class KeyedMcp implements McpByKey {
  readonly #host: ProtocolHost;
  readonly #options: McpOptions;
  readonly #bodyBytesMax: number;
  readonly #handlers = new Map<RestKey, KeyHandler>();

  constructor(host: ProtocolHost, options: McpOptions, bodyBytesMax: number) {
    this.#host = host;
    this.#options = options;
    this.#bodyBytesMax = bodyBytesMax;
  }

  async serve(
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    key: RestKey,
    vault: ServedVault,
  ): Promise<void> {
    const handler = await this.#handlerOf(key, vault);
    const incoming = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: request.headers,
      auth: { token: '', clientId: key.name, scopes: ['*'] },
      [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
    };
    await handler.handle(incoming, response);
  }

  keep(keys: readonly RestKey[]): void {
    for (const key of this.#handlers.keys()) if (!keys.includes(key)) void this.#end(key);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#handlers.keys()].map((key) => this.#end(key)));
  }

  /** A vault that went and came again is another one. */
  #handlerOf(key: RestKey, vault: ServedVault): Promise<HttpHandler> {
    const known = this.#handlers.get(key);
    if (known?.vault === vault) return known.handler;
    void this.#end(key);
    const handler = this.#create(key, vault);
    this.#handlers.set(key, { vault, handler });
    return handler;
  }

  async #end(key: RestKey): Promise<void> {
    const known = this.#handlers.get(key);
    this.#handlers.delete(key);
    try {
      await (await known?.handler)?.close();
    } catch (thrown) {
      this.#host.log.debug('a handler of MCP did not close', { error: toLogText(thrown) });
    }
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
