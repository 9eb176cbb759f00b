import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import { decodeLine, encodeLine } from '../journal/record.ts';
import type { Stat } from '../vault/stat.ts';

/** The last version of a path that this machine and the ledger agreed on. */
export interface Agreed {
  readonly version: string;
  /** Of the step that left it so. */
  readonly number: number;
  /** A file with this mark has that version for certain. */
  readonly mark?: string;
}

/** Up to where the steps of the ledger are in the folder. The id tells one history from another. */
export interface LedgerCursor {
  readonly number: number;
  readonly id: string;
}

/** One line of the file. */
interface AgreedRecord {
  readonly p?: VaultPath;
  /** Absent: nothing is there. */
  readonly v?: string;
  readonly n?: number;
  readonly m?: string;
  readonly cursor?: LedgerCursor;
  /** A copy that was made because two edits did not merge. */
  readonly copy?: VaultPath;
}

export interface AgreedChange {
  readonly path: VaultPath;
  readonly version: string | null;
  readonly number: number;
  readonly mark?: string | undefined;
}

/**
 * The versions that this machine and the ledger agreed on, by path. Records are only added; the file
 * is written anew when most of them are outdated. What a crash loses is learned again from the
 * ledger, because the cursor is lost with it. Several processes can share the file.
 */
export class AgreedVersions {
  readonly #file: string;
  readonly #entries = new Map<VaultPath, Agreed>();
  /** Paths that were removed by steps beyond the cursor. */
  readonly #gone = new Map<VaultPath, number>();
  readonly #copies = new Set<VaultPath>();
  #cursor: LedgerCursor = { number: 0, id: '' };
  #descriptor: number;
  #read = 0;
  #records = 0;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(file, 'a+', 0o600);
    this.refresh();
    if (this.#records > ledgerLimits.agreedRecordsMin + 2 * this.#entries.size) this.#rewrite();
  }

  get cursor(): LedgerCursor {
    return this.#cursor;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Conflict copies, wherever they are by now. */
  get copies(): ReadonlySet<VaultPath> {
    return this.#copies;
  }

  get(path: VaultPath): Agreed | undefined {
    return this.#entries.get(path);
  }

  /** Of the last step that is known to have changed the path; 0 when none is. */
  numberOf(path: VaultPath): number {
    return this.#entries.get(path)?.number ?? this.#gone.get(path) ?? 0;
  }

  entries(): IterableIterator<[VaultPath, Agreed]> {
    return this.#entries.entries();
  }

  /** At and below a path. */
  within(path: VaultPath): [VaultPath, Agreed][] {
    return [...this.#entries].filter(([each]) => isWithin(each, path));
  }

  /** An older step than the one that is known of a path says nothing new. */
  record(changes: readonly AgreedChange[], cursor?: LedgerCursor): void {
    const fresh = changes.filter(({ path, number }) => this.numberOf(path) <= number);
    const records: AgreedRecord[] = fresh.map(({ path: p, version, number: n, mark: m }) => ({
      p,
      ...(version !== null && { v: version }),
      n,
      ...(m !== undefined && { m }),
    }));
    this.#add(cursor === undefined ? records : [...records, { cursor }]);
  }

  addCopy(copy: VaultPath): void {
    this.#add([{ copy }]);
  }

  /** The ledger has another history now, whose numbers mean something else. */
  forgetNumbers(): void {
    const records = [...this.#entries].map(([p, { version: v, mark: m }]) => ({
      p,
      v,
      n: 0,
      ...(m !== undefined && { m }),
    }));
    this.#add([...records, { cursor: { number: 0, id: '' } }]);
  }

  /** Takes in what other processes have added. */
  refresh(): void {
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino !== fstatSync(this.#descriptor).ino) {
      closeSync(this.#descriptor);
      this.#descriptor = openSync(this.#file, 'a+', 0o600);
      this.#read = 0;
      this.#entries.clear();
    }
    const size = fstatSync(this.#descriptor).size;
    if (size <= this.#read) return;
    const bytes = Buffer.alloc(size - this.#read);
    readSync(this.#descriptor, bytes, 0, bytes.length, this.#read);
    const end = bytes.lastIndexOf(10) + 1;
    this.#read += end;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      // A torn line says nothing; what it was about is learned again.
      const record = line === '' ? undefined : (decodeLine(line) as AgreedRecord | undefined);
      if (record !== undefined) this.#take(record);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #add(records: readonly AgreedRecord[]): void {
    if (records.length === 0) return;
    this.refresh();
    const lines = Buffer.from(records.map(encodeLine).join(''));
    for (let done = 0; done < lines.length; ) done += writeSync(this.#descriptor, lines, done);
    this.#read += lines.length;
    for (const record of records) this.#take(record);
  }

  #take({ p, v, n = 0, m, cursor, copy }: AgreedRecord): void {
    this.#records++;
    if (cursor !== undefined) this.#takeCursor(cursor);
    if (copy !== undefined) this.#copies.add(copy);
    if (p === undefined) return;
    if (v === undefined) {
      this.#entries.delete(p);
      this.#gone.set(p, n);
      return;
    }
    this.#gone.delete(p);
    this.#entries.set(p, { version: v, number: n, ...(m !== undefined && { mark: m }) });
  }

  #takeCursor(cursor: LedgerCursor): void {
    this.#cursor = cursor;
    for (const [path, number] of this.#gone) if (number <= cursor.number) this.#gone.delete(path);
  }

  #rewrite(): void {
    const temporary = `${this.#file}.${process.pid}.tmp`;
    const records: AgreedRecord[] = [
      ...[...this.#entries].map(([p, { version: v, number: n, mark: m }]) => ({
        p,
        v,
        n,
        ...(m !== undefined && { m }),
      })),
      ...[...this.#copies].map((copy) => ({ copy })),
      { cursor: this.#cursor },
    ];
    writeFileSync(temporary, records.map(encodeLine).join(''), { mode: 0o600 });
    renameSync(temporary, this.#file);
    this.refresh();
  }
}

/** What shows that a file is the very one that was seen, untouched since. */
export function markOf({ ino, size, mtimeNs, birthtime }: Stat): string {
  return `${ino}:${birthtime}:${size}:${mtimeNs}`;
}

/** Which file it is, changed or not. */
export function identityOf(mark: string): string {
  return mark.split(':', 2).join(':');
}
