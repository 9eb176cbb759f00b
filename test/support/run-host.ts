import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a whole run shares, once it has started. */
export interface Shared {
  readonly address: string;
  close(): Promise<void>;
}

export interface RunHost {
  /** A client that connects here is sent the address, as `askHost` reads it. */
  readonly port: number;
  close(): Promise<void>;
}

/** One browser or one database for a whole run. It starts when a test first asks for it. */
export async function hostForRun(launch: () => Promise<Shared>): Promise<RunHost> {
  let shared: Promise<Shared> | undefined;
  const server = createServer((socket) => {
    shared ??= launch();
    sendAddress(shared, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      server.close();
      await (await shared)?.close();
    },
  };
}

/** Where the thing is that a host started, or starts now. */
export async function askHost(port: string | undefined): Promise<string> {
  const { address, error } = JSON.parse(await text(connect(Number(port), '127.0.0.1')));
  if (address === undefined) throw new Error(error);
  return address;
}

async function sendAddress(shared: Promise<Shared>, socket: Socket): Promise<void> {
  socket.on('error', () => {});
  try {
    const { address } = await shared;
    socket.end(JSON.stringify({ address }));
  } catch (error) {
    socket.end(JSON.stringify({ error: String(error) }));
  }
}
