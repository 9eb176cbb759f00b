import type { Log } from '../../kit/log.ts';
import { type Lock, lockFile, removeLock, writeLock } from './lock-file.ts';

/** The lock files of one port: the same in every folder where clients look. */
export class LockFiles {
  readonly #log: Log;
  readonly #vault: string;
  #lock: Lock | undefined;
  #folders: readonly string[] = [];

  constructor(vault: string, log: Log) {
    this.#vault = vault;
    this.#log = log;
  }

  get files(): string[] {
    return this.#folders.map((folder) => lockFile(folder, this.#lock?.port ?? 0));
  }

  /** Writes them into these folders and takes them out of all others. Throws where it cannot. */
  put(lock: Lock, folders: readonly string[]): void {
    this.#take(this.#folders.filter((folder) => !folders.includes(folder)));
    this.#lock = lock;
    for (const folder of folders) {
      writeLock(folder, lock);
      this.#folders = [...new Set([...this.#folders, folder])];
      this.#log.info('Lock file created', {
        file: lockFile(folder, lock.port),
        vault: this.#vault,
      });
    }
  }

  remove(): void {
    this.#take(this.#folders);
  }

  #take(folders: readonly string[]): void {
    const { port = 0, authToken = '' } = this.#lock ?? {};
    this.#folders = this.#folders.filter((folder) => !folders.includes(folder));
    for (const folder of folders) {
      if (!removeLock(folder, port, authToken)) continue;
      this.#log.info('Lock file removed', { file: lockFile(folder, port), vault: this.#vault });
    }
  }
}
