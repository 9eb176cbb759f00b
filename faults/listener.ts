import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultChange } from '../src/contract/events.ts';
import { isWithin, parseVaultPath } from '../src/contract/paths.ts';
import type { Watcher } from '../src/engine/watch/watch.ts';

/**
 * Believes every word of a watcher and reads what it hears of at once, as an index does. When what
 * it reads is not what the tree has, the disk has moved on: such a file is read again later.
 */
export class Listener {
  /** A file's text, or true for a folder. */
  readonly belief: Map<string, string | true>;
  readonly changes: VaultChange[] = [];
  readonly #dir: string;
  readonly #doubtful = new Set<string>();

  constructor(dir: string, belief: Map<string, string | true>) {
    this.#dir = dir;
    this.belief = belief;
  }

  hear(batch: readonly VaultChange[], watcher: Watcher): void {
    this.changes.push(...batch);
    for (const change of batch) this.#hearOne(change, watcher);
  }

  readAgain(watcher: Watcher): void {
    for (const path of [...this.#doubtful]) this.#read(path, watcher);
  }

  #hearOne(change: VaultChange, watcher: Watcher): void {
    const { path, kind, type } = change;
    if (kind === 'deleted') this.#move(path, undefined);
    else if (kind === 'renamed') this.#move(path, change.newPath);
    else if (type === 'folder') this.belief.set(path, true);
    else this.#read(path, watcher);
  }

  #read(path: string, { tree }: Watcher): void {
    this.#doubtful.delete(path);
    const known = tree.stat(parseVaultPath(path));
    try {
      const descriptor = openSync(join(this.#dir, path), 'r');
      const { ino, mtimeNs } = fstatSync(descriptor, { bigint: true });
      this.belief.set(path, readFileSync(descriptor, 'utf8'));
      closeSync(descriptor);
      if (ino === known?.ino && mtimeNs === known.mtimeNs) return;
    } catch {
      this.belief.set(path, '');
    }
    this.#doubtful.add(path);
  }

  #move(path: string, newPath: string | undefined): void {
    for (const [one, text] of [...this.belief]) {
      if (!isWithin(one, path)) continue;
      const isDoubtful = this.#doubtful.delete(one);
      this.belief.delete(one);
      if (newPath === undefined) continue;
      const moved = newPath + one.slice(path.length);
      this.belief.set(moved, text);
      if (isDoubtful) this.#doubtful.add(moved);
    }
  }
}
