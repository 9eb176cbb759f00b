import { createConnection, type Socket } from 'node:net';
import { until } from '../test/support/until.ts';

/** Sends bytes on a connection of their own; what comes back until it ends or is quiet. */
export function exchange(port: number, bytes: string, quietMs = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    let said = '';
    const end = () => {
      socket.destroy();
      resolve(said);
    };
    // Streams of events do not end by themselves, and half a request gets no answer.
    socket.setTimeout(quietMs, end);
    socket.setEncoding('latin1').on('data', (chunk) => {
      said += chunk;
      if (!bytes.includes('Connection: close') && said.includes('\r\n\r\n')) end();
    });
    socket.on('error', () => undefined).on('close', end);
    socket.write(bytes);
  });
}

/** Connections that say nothing, or half of something. */
export interface Crowd {
  /** How many the server has closed. */
  closed(): number;
  leave(): void;
}

export async function openCrowd(port: number, connections: number): Promise<Crowd> {
  const open: Socket[] = [];
  let closed = 0;
  for (let i = 0; i < connections; i++) {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.on('error', () => undefined).on('close', () => closed++);
    // Who does not read does not notice the end either.
    socket.resume();
    if (i % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: ');
    open.push(socket);
  }
  await until(() => open.every(({ connecting }) => !connecting), 'all to be connected');
  return {
    closed: () => closed,
    leave() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Counts what nobody caught, until it is told to stop. */
export function countCrashes(): { stop(): number } {
  let crashes = 0;
  const onCrash = () => crashes++;
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
  return {
    stop() {
      process.off('uncaughtException', onCrash);
      process.off('unhandledRejection', onCrash);
      return crashes;
    },
  };
}
