import { isVaultError } from '../../contract/errors.ts';
import { noteRead } from '../../operations/note/read.ts';
import { workspaceGetState } from '../../operations/workspace/state.ts';
import type { IdeCall } from './call.ts';
import { IdeRpcError, ideRpcCodes, invalidParams, unknownName } from './errors.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listIdeResources, listIdeTemplates, readIdeResource } from './resources.ts';
import { callIdeTool, listTools } from './tools.ts';

export type IdeParams = Readonly<Record<string, unknown>>;
type Method = (call: IdeCall, params: IdeParams) => unknown;

const methods: Readonly<Record<string, Method>> = {
  initialized: () => ({}),
  ping: () => ({}),
  'tools/list': () => ({ tools: listTools() }),
  'tools/call': callIdeTool,
  'prompts/list': (call) => ({ prompts: listPrompts(call) }),
  'prompts/get': getPrompt,
  'resources/list': async (call) => ({ resources: await listIdeResources(call) }),
  'resources/templates/list': (call) => ({ resourceTemplates: listIdeTemplates(call) }),
  'resources/read': readIdeResource,
  'files/read': readFile,
  'workspace/selection': readSelection,
};

/** The result of a request after the handshake. Throws `IdeRpcError` or `VaultError`. */
export async function answerIde(call: IdeCall, method: string, params: unknown): Promise<unknown> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined) throw unknownName('Method not found', method);
  return run(call, toIdeParams(params));
}

export function toIdeParams(params: unknown): IdeParams {
  if (params === undefined || params === null) return {};
  if (typeof params === 'object' && !Array.isArray(params)) return { ...params };
  throw invalidParams('Invalid params: an object is expected');
}

async function readFile(call: IdeCall, { path: given }: IdeParams): Promise<unknown> {
  if (typeof given !== 'string' || given === '') throw invalidParams('File path is required');
  const path = call.paths.findInVault(given);
  try {
    if (path !== undefined) return { content: (await call.perform(noteRead, { path })).content };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    if (thrown.code === 'too-large') {
      throw new IdeRpcError(ideRpcCodes.invalidRequest, 'Response too large');
    }
  }
  throw new IdeRpcError(ideRpcCodes.internal, `File not found: ${given}`);
}

async function readSelection(call: IdeCall): Promise<unknown> {
  const { active, selection, text } = await call.perform(workspaceGetState, {});
  if (active === undefined) throw new IdeRpcError(ideRpcCodes.internal, 'No active markdown view');
  const zero = { line: 0, character: 0 };
  const range = selection ?? { start: zero, end: zero };
  return {
    selection: text,
    cursor: { line: range.end.line, ch: range.end.character },
    filePath: call.paths.toAbsolute(active),
    range,
  };
}
