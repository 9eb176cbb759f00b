import { randomUUID } from 'node:crypto';
import {
  type McpHandlerRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { PathPolicy } from '../../../contract/callers.ts';
import { mcpLimits } from '../../../contract/mcp-limits.ts';
import type { ProtocolHost } from '../../../operations/protocol.ts';
import type { ServedVault } from '../../../operations/sessions.ts';
import type { McpClient } from '../backend.ts';
import { vaultContract } from '../contract.ts';
import type { McpOptions } from '../options.ts';
import { openVaultBackend } from '../vault/backend.ts';
import { createServerOn } from './server.ts';

export interface HandlerContext {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  readonly policy: PathPolicy;
  readonly isStateless: boolean;
  /** 0 means no limit. */
  readonly bodyBytesMax: number;
}

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  lastMs: number;
}

/** Clients of the older protocol era, each in a session of its own. */
export class HttpSessions {
  readonly #context: HandlerContext;
  readonly #open = new Map<string, OpenSession>();
  readonly #expiry: NodeJS.Timeout;

  constructor(context: HandlerContext) {
    this.#context = context;
    this.#expiry = setInterval(() => this.#expire(), mcpLimits.sessionIdleMs / 10).unref();
  }

  async handle(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : this.#open.get(id);
    if (id !== null && known === undefined) return refuse(404, 'Session not found');
    if (known === undefined && !isInitialize(options.parsedBody))
      return refuse(400, 'A session is needed: initialize first');
    if (known === undefined && this.#open.size >= mcpLimits.sessionsMax)
      return refuse(503, 'Too many sessions');
    const entry = known ?? (await this.#begin());
    entry.lastMs = this.#context.host.clock.now();
    return entry.transport.handleRequest(request, options);
  }

  async close(): Promise<void> {
    clearInterval(this.#expiry);
    await Promise.allSettled([...this.#open.values()].map(({ transport }) => transport.close()));
  }

  async #begin(): Promise<OpenSession> {
    const { host } = this.#context;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#open.set(id, entry),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    const client: McpClient = {
      hasHandshake: true,
      notify: (method, params) =>
        void server.notification({ method, ...(params && { params }) }).catch((thrown: unknown) => {
          host.log.debug('a notice was not sent', { error: String(thrown) });
        }),
    };
    const disconnect = () => void transport.close();
    const backend = await openVaultBackend({ ...this.#context, client, disconnect });
    const server = createServerOn(backend, vaultContract(host.version));
    server.oninitialized = () => {
      const name = server.getClientVersion()?.name;
      if (name !== undefined) backend.identify(name);
    };
    const entry: OpenSession = { transport, lastMs: host.clock.now() };
    transport.onclose = () => {
      void backend.close();
      if (transport.sessionId !== undefined) this.#open.delete(transport.sessionId);
    };
    await server.connect(transport);
    return entry;
  }

  #expire(): void {
    const since = this.#context.host.clock.now() - mcpLimits.sessionIdleMs;
    for (const { transport, lastMs } of this.#open.values()) {
      if (lastMs < since) void transport.close();
    }
  }
}

function isInitialize(body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => message?.method === 'initialize');
}

function refuse(status: number, message: string): Response {
  const error = { code: -32000, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status });
}
