import { connect, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** The first message of a client of PostgreSQL that wants TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]);

/**
 * TLS in front of a database that listens on a Unix socket, where the server itself offers none. What
 * comes in without TLS is turned away.
 */
export class TlsFront {
  readonly port: number;
  /** Connections whose TLS was complete. */
  encrypted = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async open(
    target: string,
    { certificate, key }: { certificate: string; key: string },
  ): Promise<TlsFront> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const front = new TlsFront(server, port);
    const secureContext = createSecureContext({ cert: certificate, key });
    server.on('connection', (socket) => {
      front.#keep(socket).once('data', (first) => {
        if (!first.equals(sslRequest)) return socket.destroy();
        socket.write('S');
        const secure = front.#keep(new TLSSocket(socket, { isServer: true, secureContext }));
        secure.once('secure', () => front.encrypted++);
        const database = front.#keep(connect(target));
        secure.pipe(database).pipe(secure);
      });
    });
    return front;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep<S extends Socket>(socket: S): S {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
