import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ownerGrants, type PathPolicy } from '../../contract/callers.ts';
import type { DoorHost } from '../../operations/door.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { DirectCalls } from './direct-calls.ts';
import type { Backend } from './front.ts';
import { LineTransport } from './line-transport.ts';
import type { McpOptions } from './options.ts';
import { createMcpServer } from './server.ts';
import { createToolbox } from './toolbox.ts';

export interface BackendOptions {
  readonly host: DoorHost;
  readonly vault: ServedVault;
  readonly options: McpOptions;
  /** What the client's own surroundings narrow. */
  readonly policy: PathPolicy;
  write(line: string): void;
  /** Somebody else ends the session. */
  disconnect?(): void;
}

/** Serves one client that speaks in lines, in whichever protocol era it opens. */
export function openBackend({
  host,
  vault,
  options,
  policy,
  write,
  disconnect,
}: BackendOptions): Backend {
  const { sessions, version, log } = host;
  const caller = { door: 'mcp', client: 'mcp', grants: ownerGrants, policy } as const;
  const session = sessions.open(vault, caller, disconnect);
  const context = { session, vault, options, version, log };
  const toolbox = createToolbox(context);
  const direct = new DirectCalls(toolbox);
  const transport = new LineTransport(write, direct);
  const handle = serveStdio(
    () => {
      const server = createMcpServer(context, { toolbox });
      server.oninitialized = () => {
        const name = server.getClientVersion()?.name;
        if (name !== undefined) session.identify(name);
        direct.isOpen = true;
      };
      return server;
    },
    { transport, onerror: (error) => log.debug('mcp', { error: error.message }) },
  );
  return {
    push: (line) => transport.push(line),
    async end() {
      await transport.end();
      session.close();
      await handle.close();
    },
  };
}
