import { Server, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Backend, McpRequest } from '../backend.ts';
import { type Contract, handshakeRevisions, servedMethods } from '../contract.ts';

/** Parameters are checked by those who answer, the same for every way in. */
const anyParams = z.looseObject({});

/** The library's server for one client, or for one request: it answers from the backend. */
export function createServerOn(backend: Backend, contract: Contract): Server {
  const { serverInfo, capabilities } = contract;
  const { instructions = '' } = backend;
  const server = new Server({ ...serverInfo }, { capabilities: { ...capabilities }, instructions });
  for (const method of servedMethods) {
    server.setRequestHandler(method, { params: anyParams }, async (params, ctx) => ({
      ...(await backend.answer(toRequest(server, method, params, ctx))),
    }));
  }
  return server;
}

function toRequest(
  server: Server,
  method: string,
  params: Record<string, unknown>,
  { mcpReq, http }: ServerContext,
): McpRequest {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const capabilities =
    envelope['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities();
  return {
    id: JSON.stringify(mcpReq.id),
    method,
    params: {
      ...params,
      inputResponses: mcpReq.inputResponses,
      requestState: mcpReq.requestState(),
    },
    revision: server.getNegotiatedProtocolVersion() ?? handshakeRevisions[0],
    capabilities: { ...Object(capabilities) },
    scopes: http?.authInfo?.scopes,
    signal: mcpReq.signal,
    // A client that is gone has its request cancelled anyway.
    notify: (name, about) => void mcpReq.notify({ method: name, params: about }).catch(() => {}),
  };
}
