import { chmodSync, linkSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { hasCode } from './processes.ts';

/** The path of a Unix socket that this process listens at. */
export interface SocketFile {
  /** False when the path was removed or replaced. */
  isOurs(): boolean;
  /** Removes it, if it is still ours. */
  remove(): void;
}

export interface SocketFileOptions {
  readonly path: string;
  /** A free name in the same folder, to bind at first. */
  readonly temporary: string;
  readonly mode: number;
  /** Something is at the path. Makes room for another try, or throws to give up. */
  onTaken(): Promise<void>;
}

/**
 * Listens at a path, with the right mode from the first moment. Node removes the path that it bound
 * when it closes, also when another process owns it by then. So it binds at a temporary name, and the real one is a
 * link that we remove ourselves.
 */
export async function listenAtFile(
  server: Server,
  { path, temporary, mode, onTaken }: SocketFileOptions,
): Promise<SocketFile> {
  // The socket is bound before `listen` returns, so the mask holds for it and for nothing else.
  const umask = process.umask(0o777 & ~mode);
  const listening = listenAtPath(server, temporary);
  process.umask(umask);
  await listening;
  try {
    chmodSync(temporary, mode);
    while (!tryLink(temporary, path)) await onTaken();
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

export function listenAtPath(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Gives a file a second name. False when the name is taken. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false;
    throw thrown;
  }
}

export function inodeOf(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
