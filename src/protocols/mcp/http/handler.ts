import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { tryParseJson } from '../../../kit/records.ts';
import { vaultContract } from '../contract.ts';
import type { Notices } from '../subscriptions.ts';
import { openVaultBackend } from '../vault/backend.ts';
import { createServerOn } from './server.ts';
import { type HandlerContext, HttpSessions } from './sessions.ts';

export interface HttpHandler {
  /** Who the request comes from is its member `auth`. */
  readonly handle: NodeMcpRequestHandler;
  close(): Promise<void>;
}

/** Serves both protocol eras: the older in sessions, the newer request by request. */
export async function createHttpHandler(context: HandlerContext): Promise<HttpHandler> {
  const { log, version } = context.host;
  const onerror = (error: Error) => log.debug('mcp', { error: error.message });
  const sessions = new HttpSessions(context);
  const modern = createMcpHandler(() => createServerOn(backend, vaultContract(version)), {
    legacy: context.isStateless ? 'stateless' : 'reject',
    onerror,
  });
  const backend = await openVaultBackend({
    ...context,
    onNotices({ uris, isListChanged }: Notices) {
      for (const uri of uris) modern.notify.resourceUpdated(uri);
      if (isListChanged) modern.notify.resourcesChanged();
    },
  });
  const fetch = async (request: Request, given = {}): Promise<Response> => {
    const text = await request.text();
    const parsedBody = text === '' ? undefined : tryParseJson(text);
    if (text !== '' && parsedBody === undefined) return parseError();
    const options = { ...given, parsedBody };
    const isLegacy = !context.isStateless && (await isLegacyRequest(request, parsedBody));
    return isLegacy ? sessions.handle(request, options) : modern.fetch(request, options);
  };
  const maxRequestBodySize = context.bodyBytesMax || Number.MAX_SAFE_INTEGER;
  return {
    handle: toNodeHandler({ fetch }, { maxRequestBodySize, onerror }),
    async close() {
      await sessions.close();
      await modern.close();
      await backend.close();
    },
  };
}

function parseError(): Response {
  const error = { code: -32700, message: 'Parse error' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
