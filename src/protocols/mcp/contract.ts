/** What a client can rely on, whatever tools it finds: the handshake and the methods. */
export interface Contract {
  readonly serverInfo: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
  };
  /** By the first word of the methods that they bring. */
  readonly capabilities: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Revisions of the protocol that begin with `initialize`, the newest first. */
  readonly revisions: readonly [string, ...string[]];
  /** Whether the revision without a handshake is served too. */
  readonly hasModern: boolean;
  /** Whether `initialize` instructs a model how to use the tools. */
  readonly hasInstructions: boolean;
  /** One handshake comes first, a second one is refused, and each line is written by itself. */
  readonly isStrict: boolean;
}

/** The revision in which each request says by itself who makes it. */
export const modernRevision = '2026-07-28';

const bundleRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Revisions that begin with `initialize`, the newest first. */
export const handshakeRevisions = [...bundleRevisions, '2024-10-07'] as const;

export function vaultContract(version: string): Contract {
  return {
    serverInfo: { name: 'vaultd', title: 'vaultd', version },
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
    },
    revisions: handshakeRevisions,
    hasModern: true,
    hasInstructions: true,
    isStrict: false,
  };
}

export function bundleContract(version: string): Contract {
  return {
    serverInfo: { name: 'obsidian-mcp', version },
    capabilities: { tools: {} },
    revisions: bundleRevisions,
    hasModern: false,
    hasInstructions: false,
    isStrict: true,
  };
}

/** What the backend answers. The handshake and listening belong to the connection. */
export const servedMethods = [
  'logging/setLevel',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tools/call',
  'tools/list',
] as const;
export type ServedMethod = (typeof servedMethods)[number];

/** What the modern revision has no more. */
const olderMethods: readonly string[] = [
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
];

/** Whether the contract has a method in this revision. */
export function hasMethod(
  { capabilities }: Contract,
  method: string,
  revision: string | undefined,
): boolean {
  const [capability = ''] = method.split('/', 1);
  const isGone = revision === modernRevision && olderMethods.includes(method);
  const isKnown = servedMethods.some((each) => each === method);
  return isKnown && !isGone && Object.hasOwn(capabilities, capability);
}
