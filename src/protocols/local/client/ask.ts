import { createConnection } from 'node:net';
import { decode, encodeRequest } from '../frame.ts';
import { hasCode } from './processes.ts';

/** Who is behind a socket: somebody who answers, somebody who does not, nobody, or no socket at all. */
export type Presence = 'answering' | 'silent' | 'refused' | 'missing' | 'unusable';

/** Connects and sends one `Ping`. */
export function askWhoListens(socketPath: string, timeoutMs = 2000): Promise<Presence> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath);
    let text = '';
    const timer = setTimeout(() => finish('silent'), timeoutMs);
    const finish = (presence: Presence) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(presence);
    };
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(encodeRequest(1, 'Ping')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.split('\n').slice(0, -1).some(isAnswer)) finish('answering');
    });
    socket.on('error', (error) => finish(toPresence(error)));
    socket.on('close', () => finish('silent'));
  });
}

/** A daemon that has no room for us is running too. */
function isAnswer(line: string): boolean {
  const message = decode(line);
  return message?.kind === 'response';
}

function toPresence(error: Error): Presence {
  if (hasCode(error, 'ENOENT')) return 'missing';
  if (hasCode(error, 'ECONNREFUSED')) return 'refused';
  // A regular file at the path, or one that is not ours to open.
  return hasCode(error, 'ECONNRESET') ? 'silent' : 'unusable';
}
