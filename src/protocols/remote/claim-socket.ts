import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createConnection, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { VaultError } from '../../contract/errors.ts';
import { inodeOf, listenAtFile, type SocketFile, tryLink } from '../../kit/socket-file.ts';

/** What the kernel's address structure can hold. */
const pathBytesMax = process.platform === 'linux' ? 107 : 103;
const attempts = 5;
const nameLength = 24;
const connectMs = 2000;

/**
 * Listens at a path that only its owner can use. A daemon that answers there is left alone, a
 * socket without a listener is replaced, and anything else stays untouched.
 */
export async function claimSocket(server: Server, path: string): Promise<SocketFile> {
  if (Buffer.byteLength(path) > pathBytesMax) {
    const why = `its path is longer than ${pathBytesMax} bytes`;
    throw cannotListen(path, why, 'Choose a shorter one.');
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await removeStale(path);
  let attempt = 0;
  return listenAtFile(server, {
    path,
    temporary: temporaryName(path),
    mode: 0o600,
    onTaken: async () => {
      if (++attempt === attempts) throw cannotListen(path, 'others keep taking it', 'Try again.');
      await removeStale(path);
    },
  });
}

/** Leaves nothing at the path, or throws. */
async function removeStale(path: string): Promise<void> {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw cannotListen(path, 'something is there that is not a socket', 'Move it away.');
  }
  if (await isAnswering(path)) {
    throw cannotListen(path, 'another daemon answers there', 'Stop it, or choose another socket.');
  }
  // Two processes may find the same dead socket. The second must not remove the new one of the first.
  const aside = temporaryName(path);
  try {
    renameSync(path, aside);
    if (inodeOf(aside) !== found.ino) tryLink(aside, path);
  } catch {
    // Another process was quicker; the next try sees what it left.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** True when a process listens at the path. */
function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(connectMs, () => end(true));
    socket.once('connect', () => end(true));
    // A full backlog is a sign of life; only these two codes say that there is no listener.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

/** A free name in the same folder, no longer than a socket's path can be. */
function temporaryName(path: string): string {
  const folder = dirname(path);
  const room = pathBytesMax - Buffer.byteLength(folder) - 1;
  const length = Math.max(Math.min(room, nameLength), basename(path).length);
  return join(folder, randomBytes(length).toString('hex').slice(0, length));
}

function cannotListen(path: string, why: string, hint: string): VaultError {
  return new VaultError('unavailable', `Cannot listen at ${path}: ${why}.`, { hint });
}
