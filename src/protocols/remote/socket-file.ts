import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createConnection, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { VaultError } from '../../contract/errors.ts';

/** A path that this process listens at. */
export interface SocketFile {
  /** False when somebody removed or replaced it. */
  isOurs(): boolean;
  /** Removes it, if it is still ours. */
  remove(): void;
}

/** What the kernel's address structure can hold. */
const pathBytesMax = process.platform === 'linux' ? 107 : 103;
const claimTriesMax = 5;
const nameLength = 24;
const askMs = 2000;

/**
 * Listens at `path`, closed to everybody else from the first moment. A daemon that answers there is
 * left alone, a socket that nobody answers at is replaced, and anything else stays untouched.
 */
export async function listenAt(server: Server, path: string): Promise<SocketFile> {
  if (Buffer.byteLength(path) > pathBytesMax) {
    throw cannotListen(
      path,
      `its path is longer than ${pathBytesMax} bytes`,
      'Choose a shorter one.',
    );
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await makeWay(path);
  // Node removes the path it was given when it closes, whoever owns it by then. So it is given
  // a name of its own, and the real one is ours to remove.
  const temporary = nameBeside(path);
  await listen(server, temporary);
  try {
    for (let tries = 1; !tryLink(temporary, path); tries++) {
      if (tries === claimTriesMax) throw cannotListen(path, 'others keep taking it', 'Try again.');
      await makeWay(path);
    }
  } catch (thrown) {
    server.close();
    throw thrown;
  } finally {
    rmSync(temporary, { force: true });
  }
  const inode = inodeOf(path);
  const isOurs = () => inode !== undefined && inodeOf(path) === inode;
  return {
    isOurs,
    remove() {
      if (isOurs()) rmSync(path, { force: true });
    },
  };
}

/** Leaves nothing at the path, or throws. */
async function makeWay(path: string): Promise<void> {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw cannotListen(path, 'something is there that is not a socket', 'Move it away.');
  }
  if (await isAnswering(path)) {
    throw cannotListen(path, 'another daemon answers there', 'Stop it, or choose another socket.');
  }
  // Two may find the same dead socket. Whoever comes second must not remove the first one's new one.
  const aside = nameBeside(path);
  try {
    renameSync(path, aside);
    if (inodeOf(aside) !== found.ino) tryLink(aside, path);
  } catch {
    // Somebody else was quicker; the next look shows what they left.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(askMs, () => end(true));
    socket.once('connect', () => end(true));
    // A full queue of callers is a sign of life; only these two say that nobody listens.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

/** The address is bound before `listen` returns, so the mask holds for it and for nothing else. */
function listen(server: Server, path: string): Promise<void> {
  const umask = process.umask(0o177);
  try {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } finally {
    process.umask(umask);
  }
}

/** False when the name is taken. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}

function inodeOf(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** A name that nobody has, as long as an address in this folder can be. */
function nameBeside(path: string): string {
  const folder = dirname(path);
  const room = pathBytesMax - Buffer.byteLength(folder) - 1;
  const length = Math.max(Math.min(room, nameLength), basename(path).length);
  return join(folder, randomBytes(length).toString('hex').slice(0, length));
}

function cannotListen(path: string, why: string, hint: string): VaultError {
  return new VaultError('unavailable', `Cannot listen at ${path}: ${why}.`, { hint });
}
