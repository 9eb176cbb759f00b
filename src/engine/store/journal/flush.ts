import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import type { JournalSegment } from './segment.ts';

/** What has been written to segments and folders, but may not be on disk yet. */
export class FlushQueue {
  readonly #folders: readonly string[];
  readonly #segments = new Set<JournalSegment>();
  readonly #underWay = new Set<Promise<void>>();
  #hasNewNames = false;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  addSegment(segment: JournalSegment): void {
    this.#segments.add(segment);
  }

  /** A file was made or renamed, so the folders have to reach the disk too. */
  addName(): void {
    this.#hasNewNames = true;
  }

  forget(segment: JournalSegment): void {
    this.#segments.delete(segment);
  }

  /** What is written by now is covered by this flush, or by one that is under way. */
  async flush(): Promise<void> {
    if (this.#segments.size > 0 || this.#hasNewNames) {
      const own = this.#flushNow();
      this.#underWay.add(own);
      own.catch(() => {}).finally(() => this.#underWay.delete(own));
    }
    await Promise.all(this.#underWay);
  }

  async #flushNow(): Promise<void> {
    const due = [...this.#segments];
    this.#segments.clear();
    await Promise.all(due.map((segment) => segment.sync()));
    if (!this.#hasNewNames) return;
    this.#hasNewNames = false;
    for (const folder of this.#folders) syncFolderNow(folder);
  }
}

function syncFolderNow(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
