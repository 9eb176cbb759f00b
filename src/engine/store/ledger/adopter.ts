import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { limits } from '../../../contract/limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Log } from '../../../kit/log.ts';
import { conflictPath } from '../conflict-names.ts';
import type { Journal } from '../journal/journal.ts';
import { freePath } from '../plan-files.ts';
import type { Root } from '../vault/anchor.ts';
import { moveEntry } from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import { journalOutside, type PreparedChange, prepare } from './adopt-outside.ts';
import type { AgreedVersions } from './agreed.ts';
import { type CommitOutcome, folderVersion, type Ledger } from './ledger.ts';
import { recordAgreed } from './record-agreed.ts';
import type { OutsideChange } from './survey.ts';
import type { LedgerWriter } from './writer.ts';

export interface AdopterOptions {
  readonly ledger: Ledger;
  readonly writer: LedgerWriter;
  readonly agreed: AgreedVersions;
  readonly machine: { readonly name: string };
  readonly root: Root;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Fewer files than this may all be removed at once without a second thought. */
const vanishedMin = 3;
/** The client that history names for what other programs did. */
const client = 'folder';

/** Commits what other programs did in the folder, each file as a step of its own. */
export class Adopter {
  readonly #options: AdopterOptions;
  readonly #ours: VaultPath[] = [];
  /** Files that were all gone at once; their removal is not committed. */
  vanished = 0;

  constructor(options: AdopterOptions) {
    this.#options = options;
  }

  /** Those that another machine was faster with: they have to be joined with what it did. */
  async adopt(
    changes: readonly OutsideChange[],
    onProgress?: (done: number, total: number) => void,
  ): Promise<OutsideChange[]> {
    const { root, agreed } = this.#options;
    const stale: OutsideChange[] = [];
    const wanted = this.#withoutVanished(changes);
    let [group, bytes]: [PreparedChange[], number] = [[], 0];
    for (const [index, change] of wanted.entries()) {
      const prepared = await prepare(root, agreed, change);
      if (prepared !== undefined) group.push(prepared);
      bytes += prepared?.bytes ?? 0;
      const isLast = index === wanted.length - 1;
      const isFull =
        group.length >= ledgerLimits.groupStepsMax || bytes > ledgerLimits.groupBytesMax;
      if (!isLast && !isFull) continue;
      stale.push(...(await this.#commitAll(group)));
      [group, bytes] = [[], 0];
      onProgress?.(index + 1, wanted.length);
    }
    return stale;
  }

  /** Paths that were renamed here because of their names. */
  takeOurs(): VaultPath[] {
    return this.#ours.splice(0);
  }

  /** An unmounted disk looks like a folder without files: nothing is removed for others then. */
  #withoutVanished(changes: readonly OutsideChange[]): readonly OutsideChange[] {
    const { agreed, log } = this.#options;
    const isRemoval = ({ kind }: OutsideChange) => kind === 'removed' || kind === 'folder-removed';
    const removed = changes.filter(({ kind }) => kind === 'removed').length;
    const files = [...agreed.entries()].filter(([, { version }]) => version !== folderVersion);
    const isGone = removed >= vanishedMin && removed === files.length;
    if (isGone && this.vanished === 0) log.warn('every file is gone from the folder', { removed });
    this.vanished = isGone ? removed : 0;
    return isGone ? changes.filter((change) => !isRemoval(change)) : changes;
  }

  async #commitAll(group: readonly PreparedChange[]): Promise<OutsideChange[]> {
    const stale = await Promise.all(group.map((prepared) => this.#commit(prepared)));
    return stale.flat();
  }

  async #commit(prepared: PreparedChange): Promise<OutsideChange[]> {
    const { writer, machine, clock, agreed, journal } = this.#options;
    const at = clock.now();
    const step = { id: newId(at), at, client };
    const { changes, contents, why, stats, change } = prepared;
    const outcome = await writer.commit(
      { ...step, machine: machine.name, protocol: 'local', why, changes },
      contents,
    );
    if (outcome.outcome === 'stale') return [change];
    if (outcome.outcome === 'collides') {
      this.#renameAside(outcome);
      // The next comparison finds the file under its new name, and has to see where it came from.
      if (change.kind === 'renamed') this.#ours.push(change.from);
      return [];
    }
    recordAgreed(agreed, changes, outcome.number, stats);
    await journalOutside(journal, step, prepared, await this.#journalled(prepared));
    return [];
  }

  /** What the history needs to undo it: both versions, as far as they are small enough. */
  async #journalled({ changes, contents }: PreparedChange): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map(
      [...contents].filter(([, { length }]) => length <= limits.journalInlineBytesMax),
    );
    for (const { before } of changes) {
      if (before === null || before === folderVersion || found.has(before)) continue;
      const bytes = await this.#options.ledger.contents(before);
      if (bytes && bytes.length <= limits.journalInlineBytesMax) found.set(before, bytes);
    }
    return found;
  }

  /** The name is taken under another spelling, so this file gets one of its own. */
  #renameAside({ path }: CommitOutcome & { outcome: 'collides' }): void {
    const { root, machine, clock, agreed } = this.#options;
    this.#ours.push(path);
    // All that is in a folder meets the same name, and the first has moved the folder.
    if (lstatPath(root, path) === undefined) return;
    const copy = freePath(root, conflictPath(path, machine.name, clock.now()));
    moveEntry(root, path, copy, { exclusive: true });
    agreed.addCopy(copy);
    this.#ours.push(copy);
  }
}
