import { ownerGrants, type PathPolicy } from '../../contract/callers.ts';
import { toLogText } from '../../kit/log.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { DirectCalls } from './direct-calls.ts';
import type { Backend } from './front.ts';
import { LineTransport } from './line-transport.ts';
import type { McpOptions } from './options.ts';
import { createToolbox } from './toolbox.ts';

export interface BackendOptions {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  /** What the client's own surroundings narrow. */
  readonly policy: PathPolicy;
  write(line: string): void;
  /** The client has its answer to `initialize` already. */
  readonly isGreeted?: boolean;
  /** Somebody else ends the session. */
  disconnect?(): void;
}

/** How long a client that only calls tools is served without the library. */
const libraryMs = 1000;

/** Serves one client that speaks in lines, in whichever protocol era it opens. */
export function openBackend({
  host,
  vault,
  options,
  policy,
  write,
  isGreeted = false,
  disconnect,
}: BackendOptions): Backend {
  const { sessions, version, log } = host;
  const caller = { protocol: 'mcp', client: 'mcp', grants: ownerGrants, policy } as const;
  const session = sessions.open(vault, caller, disconnect);
  const context = { session, vault, options, version, log };
  const toolbox = createToolbox(context);
  const direct = new DirectCalls(toolbox, (client) => session.identify(client));
  let loading: Promise<{ close(): Promise<void> }> | undefined;
  const load = () => {
    loading ??= import('./library.ts').then(({ serveLines }) =>
      serveLines(context, toolbox, transport),
    );
    return loading;
  };
  const fail = (thrown: unknown) => log.error('mcp', { error: toLogText(thrown) });
  const needLibrary = () => void load().catch(fail);
  const transport = new LineTransport({ write, direct, isGreeted, needLibrary });
  // Notices of changes come from the library, so it is loaded also when nobody asks for it.
  const soon = setTimeout(needLibrary, libraryMs).unref();
  return {
    push: (line) => transport.push(line),
    get isFull() {
      return transport.isFull;
    },
    onRoom: (listener) => transport.onRoom(listener),
    async end() {
      clearTimeout(soon);
      const library = await loading?.catch(fail);
      await transport.end();
      session.close();
      await library?.close();
    },
  };
}
