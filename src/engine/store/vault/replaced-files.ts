import { close, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { VaultPath } from '../../../contract/paths.ts';
import { forEachLimited } from '../../../kit/for-each-limited.ts';
import { readOpenFile } from './disk.ts';
import { isUnwritten, type Stat, toStat } from './stat.ts';

const closeSoon = promisify(close);

/** What is replaced within this time is freed together. */
const pauseMs = 500;
/** More open files than this are freed at once. */
const openMax = 256;
/** How many are freed at a time: few enough to leave threads for other work on files. */
const closesAtOnce = 4;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Thrown when the disk is not what a step found any more: plan again. */
export class Outdated extends Error {}

/** A file that a step replaces or removes. */
export interface OldFile {
  readonly path: VaultPath;
  /** Of the content that the step found. */
  readonly hash: string;
  /** As the step found it; undefined when it is not known. */
  readonly stat?: Stat | undefined;
}

/** What another program wrote to a file that had been replaced or removed. */
export interface LateWrite {
  readonly path: VaultPath;
  /** Of the content before. */
  readonly hash: string;
  readonly bytes: Buffer;
}

interface OpenFile {
  readonly old: OldFile;
  readonly descriptor: number;
  /** As it was last seen. */
  stat: Stat;
  wasWritten: boolean;
}

/**
 * Files that are being replaced or removed. Replacing the last name of a file makes the file system
 * free its blocks there and then, which waits for the disk and takes a hundred times as long as the
 * rename itself. So the old file is opened first, and freed when it is closed off the main thread.
 *
 * Many programs save by opening a file and writing to it. One that has opened the old file writes to
 * a file without a name, so what it writes is read here before it is gone.
 */
export class ReplacedFiles {
  readonly #onLateWrite: (late: LateWrite) => Promise<void>;
  #files: OpenFile[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closing = Promise.resolve();

  constructor(onLateWrite: (late: LateWrite) => Promise<void>) {
    this.#onLateWrite = onLateWrite;
  }

  /** To be called right before the file is replaced. Throws `Outdated` if it is another one by now. */
  keepOpen(systemPath: string, old: OldFile): void {
    // Windows does not replace a file that is open.
    if (process.platform === 'win32') return;
    let descriptor: number;
    try {
      descriptor = openSync(systemPath, flags);
    } catch {
      // A link, or one that we may not read: then the rename just takes longer.
      return;
    }
    const stat = statOf(descriptor);
    if (old.stat !== undefined && !isUnwritten(stat, old.stat)) {
      closeSync(descriptor);
      throw new Outdated();
    }
    this.#files.push({ old, descriptor, stat, wasWritten: false });
    this.#timer ??= setTimeout(() => this.#free(), pauseMs);
    if (this.#files.length >= openMax) this.#free();
  }

  /** Frees everything. Resolves when what was written late is kept. */
  async close(): Promise<void> {
    // To keep it can replace another file.
    while (this.#files.length > 0) {
      this.#free(() => true);
      await this.#closing;
    }
  }

  /** A file that is still being written stays open until it has been quiet for a while. */
  #free(isDue: (file: OpenFile) => boolean = (file) => !seeWrite(file)): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [due, busy]: [OpenFile[], OpenFile[]] = [[], []];
    for (const file of this.#files) (isDue(file) ? due : busy).push(file);
    this.#files = busy;
    if (busy.length > 0) this.#timer = setTimeout(() => this.#free(), pauseMs);
    const freeOne = (file: OpenFile) => this.#freeOne(file);
    this.#closing = this.#closing.then(() => forEachLimited(closesAtOnce, due, freeOne));
  }

  async #freeOne(file: OpenFile): Promise<void> {
    const { old, descriptor } = file;
    seeWrite(file);
    const bytes = file.wasWritten
      ? await readOpenFile(descriptor, 0, file.stat.size).catch(() => undefined)
      : undefined;
    // Whatever the system says, the descriptor is gone.
    await closeSoon(descriptor).catch(() => {});
    if (bytes === undefined || bytes.length === 0) return;
    await this.#onLateWrite({ path: old.path, hash: old.hash, bytes });
  }
}

/** True when it was written since it was last seen. */
function seeWrite(file: OpenFile): boolean {
  const stat = statOf(file.descriptor);
  const isWritten = !isUnwritten(stat, file.stat);
  file.wasWritten ||= isWritten;
  file.stat = stat;
  return isWritten;
}

function statOf(descriptor: number): Stat {
  return toStat(fstatSync(descriptor, { bigint: true }));
}
