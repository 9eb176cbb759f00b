import { createConnection } from 'node:net';
import { hasCode } from '../../../kit/processes.ts';
import { decode, encodeRequest } from '../frame.ts';

/** What is at a socket: a daemon that answers, one that does not, no listener, no file, or another file. */
export type SocketState = 'answering' | 'silent' | 'refused' | 'missing' | 'unusable';

/** Connects and sends one `Ping`. */
export function probeSocket(socketPath: string, timeoutMs = 2000): Promise<SocketState> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath);
    let text = '';
    const timer = setTimeout(() => finish('silent'), timeoutMs);
    const finish = (state: SocketState) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(state);
    };
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(encodeRequest(1, 'Ping')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.split('\n').slice(0, -1).some(isAnswer)) finish('answering');
    });
    socket.on('error', (error) => finish(toState(error)));
    socket.on('close', () => finish('silent'));
  });
}

/** A daemon that has no room for another client is running, too. */
function isAnswer(line: string): boolean {
  return decode(line)?.kind === 'response';
}

function toState(error: Error): SocketState {
  if (hasCode(error, 'ENOENT')) return 'missing';
  if (hasCode(error, 'ECONNREFUSED')) return 'refused';
  // A regular file at the path, or one that is not ours to open.
  return hasCode(error, 'ECONNRESET') ? 'silent' : 'unusable';
}
