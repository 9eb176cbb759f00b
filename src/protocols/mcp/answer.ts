import { isRecord } from '../../kit/records.ts';
import type { Backend, McpRequest } from './backend.ts';
import type { ServedMethod } from './contract.ts';
import { unknownMethod, wrongParams } from './protocol-error.ts';
import { type Resources, readResource, resourceList, resourceTemplates } from './resources.ts';
import type { NoteSubscriptions } from './subscriptions.ts';
import type { Toolset } from './toolset.ts';

/** What the requests of one client are answered from. */
export interface Serving {
  /** No name is in two of them. The first refuses unknown names. */
  readonly toolsets: readonly [Toolset, ...Toolset[]];
  /** Undefined where the contract has tools only. */
  readonly resources?: Resources;
  readonly subscriptions?: NoteSubscriptions | undefined;
}

/** Methods by name, for every way in which a client can come. */
const methods: Record<
  ServedMethod,
  (serving: Serving, request: McpRequest) => object | Promise<object>
> = {
  // Nothing is logged to clients, so whatever level they want is kept.
  'logging/setLevel': () => ({}),
  'prompts/get': (_, { params }) => {
    throw wrongParams(`There is no prompt ${params.name}.`);
  },
  'prompts/list': () => ({ prompts: [] }),
  'resources/list': () => ({ resources: resourceList }),
  'resources/read': ({ resources }, request) => {
    if (resources === undefined) throw unknownMethod(request.method);
    return readResource(resources, uriOf(request), request);
  },
  'resources/subscribe': async (serving, request) => {
    await subscriptionsOf(serving, request).subscribe(uriOf(request));
    return {};
  },
  'resources/templates/list': () => ({ resourceTemplates }),
  'resources/unsubscribe': (serving, request) => {
    subscriptionsOf(serving, request).unsubscribe(uriOf(request));
    return {};
  },
  'tools/call': callTool,
  'tools/list': ({ toolsets }, { revision }) => ({
    tools: toolsets.flatMap((toolset) => toolset.list(revision)),
  }),
};

/** The one function that every request for the vault passes. */
export async function answerMethod(serving: Serving, request: McpRequest): Promise<object> {
  if (!isMethod(request.method)) throw unknownMethod(request.method);
  return methods[request.method](serving, request);
}

/** A backend that answers so. Two tools of one name would be a bug, so it fails at the start. */
export function createBackend(
  serving: Serving,
  rest: Pick<Backend, 'instructions' | 'identify' | 'close'>,
): Backend {
  const names = serving.toolsets.flatMap((toolset) => toolset.names);
  if (new Set(names).size < names.length) throw new TypeError('A tool is there twice.');
  return {
    ...rest,
    listeners: serving.subscriptions,
    answer: (request) => answerMethod(serving, request),
  };
}

function callTool({ toolsets }: Serving, request: McpRequest): Promise<object> {
  const { name, arguments: args = {} } = request.params;
  if (typeof name !== 'string' || !isRecord(args)) {
    throw wrongParams('params must have the name of a tool and an object of arguments.');
  }
  const toolset = toolsets.find((each) => each.has(name)) ?? toolsets[0];
  return toolset.call(name, args, request);
}

function isMethod(name: string): name is ServedMethod {
  return Object.hasOwn(methods, name);
}

function uriOf({ params: { uri } }: McpRequest): string {
  if (typeof uri === 'string') return uri;
  throw wrongParams('uri must be the address of a resource.');
}

function subscriptionsOf({ subscriptions }: Serving, { method }: McpRequest): NoteSubscriptions {
  if (subscriptions === undefined) throw unknownMethod(method);
  return subscriptions;
}
