import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { ownerGrants, type PathPolicy } from '../../../contract/callers.ts';
import { mcpLimits } from '../../../contract/limits.ts';
import type { ProtocolHost } from '../../../operations/protocol.ts';
import type { ServedVault, Session } from '../../../operations/sessions.ts';
import type { McpOptions } from '../options.ts';
import { createMcpServer } from '../server.ts';
import { toNotices } from '../subscriptions.ts';

export interface HandlerContext {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  readonly policy: PathPolicy;
  readonly isStateless: boolean;
}

export interface HttpHandler {
  handle(request: Request, body: unknown, authInfo: AuthInfo | undefined): Promise<Response>;
  close(): Promise<void>;
}

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly session: Session;
  lastMs: number;
}

/** Serves both protocol eras: the older in sessions, the newer request by request. */
export function createHttpHandler(context: HandlerContext): HttpHandler {
  const { host, vault, options, policy } = context;
  const { sessions, version, log, clock } = host;
  const open = new Map<string, OpenSession>();
  const openSession = (client: string, disconnect?: () => void): Session =>
    sessions.open(vault, { protocol: 'mcp', client, grants: ownerGrants, policy }, disconnect);

  const shared = openSession('mcp');
  const modern = createMcpHandler(
    () => createMcpServer({ session: shared, vault, options, version, log }, { follows: false }),
    {
      legacy: context.isStateless ? 'stateless' : 'reject',
      onerror: (error) => log.debug('mcp', { error: error.message }),
    },
  );
  shared.onChanges((batch) => {
    const { uris, isListChanged } = toNotices(batch);
    for (const uri of uris) modern.notify.resourceUpdated(uri);
    if (isListChanged) modern.notify.resourcesChanged();
  });

  const begin = async (): Promise<OpenSession> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void open.set(id, entry),
      onsessionclosed: (id) => void open.delete(id),
    });
    const session = openSession('mcp', () => void transport.close());
    const server = createMcpServer({ session, vault, options, version, log });
    server.oninitialized = () => {
      const name = server.getClientVersion()?.name;
      if (name !== undefined) session.identify(name);
    };
    const entry: OpenSession = { transport, session, lastMs: clock.now() };
    transport.onclose = () => {
      session.close();
      if (transport.sessionId !== undefined) open.delete(transport.sessionId);
    };
    await server.connect(transport);
    return entry;
  };

  const expire = (): void => {
    const since = clock.now() - mcpLimits.sessionIdleMs;
    for (const { transport, lastMs } of open.values()) if (lastMs < since) void transport.close();
  };
  const expiry = setInterval(expire, mcpLimits.sessionIdleMs / 10);
  expiry.unref();

  const handleLegacy = async (request: Request, body: unknown, authInfo: AuthInfo | undefined) => {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : open.get(id);
    if (id !== null && known === undefined) return refuse(404, 'Session not found');
    if (known === undefined && !isInitialize(body))
      return refuse(400, 'A session is needed: initialize first');
    if (known === undefined && open.size >= mcpLimits.sessionsMax)
      return refuse(503, 'Too many sessions');
    const entry = known ?? (await begin());
    entry.lastMs = clock.now();
    return entry.transport.handleRequest(request, {
      parsedBody: body,
      ...(authInfo && { authInfo }),
    });
  };

  return {
    async handle(request, body, authInfo) {
      const isLegacy = !context.isStateless && (await isLegacyRequest(request, body));
      if (isLegacy) return handleLegacy(request, body, authInfo);
      return modern.fetch(request, { parsedBody: body, ...(authInfo && { authInfo }) });
    },
    async close() {
      clearInterval(expiry);
      await Promise.allSettled([...open.values()].map(({ transport }) => transport.close()));
      await modern.close();
      shared.close();
    },
  };
}

function isInitialize(body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => message?.method === 'initialize');
}

function refuse(status: number, message: string): Response {
  const error = { code: -32000, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status });
}
