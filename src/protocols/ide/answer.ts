import { z } from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { noteRead } from '../../operations/note/read.ts';
import { workspaceGetState } from '../../operations/workspace/get-state.ts';
import { type IdePeer, perform } from './call.ts';
import { IdeRpcError, ideRpcCodes, invalidParams } from './errors.ts';
import type { Incoming } from './frame.ts';
import { toInstructions } from './instructions.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listIdeResources, listIdeTemplates, readIdeResource } from './resources.ts';
import { callIdeTool, listTools } from './tools.ts';

type Params = Readonly<Record<string, unknown>>;
type Method = (peer: IdePeer, params: Params, signal: AbortSignal) => unknown;

/** Versions that the client accepts as negotiated. */
const versions = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const fallbackVersion = '2025-06-18';

const clientShape = z.object({
  name: z.string().min(1).catch('claude-code'),
  version: z.string().catch(''),
});

const methods: Readonly<Record<string, Method>> = {
  initialize,
  initialized: () => ({}),
  ping: () => ({}),
  'tools/list': () => ({ tools: listTools() }),
  'tools/call': callIdeTool,
  'prompts/list': (peer) => ({ prompts: listPrompts(peer) }),
  'prompts/get': getPrompt,
  'resources/list': async (peer) => ({ resources: await listIdeResources(peer) }),
  'resources/templates/list': (peer) => ({ resourceTemplates: listIdeTemplates(peer) }),
  'resources/read': readIdeResource,
  'files/read': readFile,
  'workspace/selection': readSelection,
};

/** Before the handshake only these. */
const early: ReadonlySet<string> = new Set(['initialize', 'ping']);

/** The result of a request. Throws `RpcError` or `VaultError`. */
export async function answerIde(
  peer: IdePeer,
  isInitialized: boolean,
  { method, params }: Extract<Incoming, { kind: 'request' }>,
  signal: AbortSignal,
): Promise<unknown> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!isInitialized && !early.has(method)) {
    throw new IdeRpcError(ideRpcCodes.invalidRequest, 'Invalid Request: not initialized');
  }
  if (run === undefined) {
    throw new IdeRpcError(ideRpcCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);
  }
  return run(peer, toObject(params), signal);
}

function initialize(peer: IdePeer, params: Params): unknown {
  const offered = params.protocolVersion;
  const client = clientShape.catch({ name: 'claude-code', version: '' }).parse(params.clientInfo);
  if (!peer.initialize(client)) {
    throw new IdeRpcError(ideRpcCodes.invalidRequest, 'Invalid Request: already initialized');
  }
  const { prompts, resources } = peer.settings;
  const changes = { listChanged: true };
  return {
    protocolVersion: toVersion(offered),
    capabilities: {
      tools: changes,
      ...(resources && { resources: changes }),
      ...(prompts && { prompts: changes }),
    },
    serverInfo: { name: 'vaultd', title: 'vaultd vault', version: peer.appVersion },
    instructions: toInstructions(peer),
  };
}

function toVersion(offered: unknown): string {
  if (offered === undefined) return '2024-11-05';
  return versions.find((version) => version === offered) ?? fallbackVersion;
}

async function readFile(peer: IdePeer, { path: given }: Params): Promise<unknown> {
  if (typeof given !== 'string' || given === '') throw invalidParams('File path is required');
  const path = peer.paths.findInVault(given);
  try {
    if (path !== undefined) return { content: (await perform(peer, noteRead, { path })).content };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    if (thrown.code === 'too-large') {
      throw new IdeRpcError(ideRpcCodes.invalidRequest, 'Response too large');
    }
  }
  throw new IdeRpcError(ideRpcCodes.internal, `File not found: ${given}`);
}

async function readSelection(peer: IdePeer): Promise<unknown> {
  const { active, selection, text } = await perform(peer, workspaceGetState, {});
  if (active === undefined) throw new IdeRpcError(ideRpcCodes.internal, 'No active markdown view');
  const zero = { line: 0, character: 0 };
  const range = selection ?? { start: zero, end: zero };
  return {
    selection: text,
    cursor: { line: range.end.line, ch: range.end.character },
    filePath: peer.paths.toAbsolute(active, peer.root),
    range,
  };
}

function toObject(params: unknown): Params {
  if (params === undefined || params === null) return {};
  if (typeof params === 'object' && !Array.isArray(params)) return { ...params };
  throw invalidParams('Invalid params: an object is expected');
}
