import type { Protocol } from '../../../contract/callers.ts';
import { parentOf, rootPath, type VaultPath } from '../../../contract/paths.ts';

/** What is at a path as all machines agreed: the hash of a file's content, a folder, or nothing. */
export type Version = string | null;

/** The version of a folder; hashes are 64 characters of hex. */
export const folderVersion = 'folder';

/** One path in a step. `from` says which path the file came from, so that a rename is one. */
export interface LedgerChange {
  readonly path: VaultPath;
  readonly before: Version;
  readonly after: Version;
  readonly from?: VaultPath;
}

/** A change of the vault that a machine wants all others to see. */
export interface LedgerStep {
  /** Made by the machine that planned it; sending it again changes nothing. */
  readonly id: string;
  /** By the clock of that machine: shown to people, and never used to order anything. */
  readonly at: number;
  /** The name of that machine. */
  readonly machine: string;
  readonly protocol: Protocol;
  readonly client: string;
  readonly why: string;
  readonly undoes?: string;
  readonly changes: readonly LedgerChange[];
}

/** A step that is in the ledger. Numbers of a vault begin at 1 and have no gaps. */
export interface LedgerEntry extends LedgerStep {
  readonly number: number;
}

export type CommitOutcome =
  | { readonly outcome: 'committed'; readonly number: number }
  /** Another machine was faster: these paths have another version by now. */
  | { readonly outcome: 'stale'; readonly paths: readonly VaultPath[] }
  /** On some systems the two names are the same. */
  | { readonly outcome: 'collides'; readonly path: VaultPath; readonly with: VaultPath };

export interface LedgerPage {
  /** Those after the number that was asked for, in order; perhaps not all of them. */
  readonly entries: readonly LedgerEntry[];
  /** The number of the newest step there is. */
  readonly head: number;
  /** Steps after the number that was asked for have been pruned: compare with `heads` instead. */
  readonly isPruned: boolean;
}

/** What is at a path now. */
export interface Head {
  readonly path: VaultPath;
  readonly version: string;
  readonly number: number;
}

export interface HeadsPage {
  /** By path, each with the number of the step that left it so. */
  readonly heads: readonly Head[];
  /** The number of the newest step when the page was read. */
  readonly number: number;
}

/** What a machine reports about itself. */
export interface MachineReport {
  readonly id: string;
  readonly name: string;
  /** It has everything up to this number in its folder. */
  readonly applied: number;
  /** Conflict copies it has made. */
  readonly conflicts: number;
}

export interface LedgerMachine extends MachineReport {
  /** By the clock of the database. */
  readonly seenAt: number;
}

/** What is counted and kept of one vault. */
export interface LedgerFacts {
  readonly vault: string;
  readonly name: string;
  readonly head: number;
  /** Steps up to this number are gone from the history. */
  readonly pruned: number;
  readonly machines: readonly LedgerMachine[];
}

/**
 * The shared truth of one vault. Any method can throw `LedgerAway`; a commit that did so may have
 * happened all the same, which `outcome` answers.
 */
export interface Ledger {
  /**
   * All steps in one transaction, each with its own outcome: compares the version of every path,
   * keeps the contents by hash, and takes the next number. A step that is already there keeps the
   * number it has.
   */
  commit(
    steps: readonly LedgerStep[],
    contents: ReadonlyMap<string, Buffer>,
  ): Promise<readonly CommitOutcome[]>;
  since(number: number, max: number): Promise<LedgerPage>;
  /** The number of a step; undefined when the ledger does not have it. */
  outcome(stepId: string): Promise<number | undefined>;
  /** A content that a step speaks of; undefined when it is pruned. */
  contents(hash: string): Promise<Buffer | undefined>;
  /** What is at each path now, after a path in the order of bytes. */
  heads(after: VaultPath | undefined, max: number): Promise<HeadsPage>;
  /** Tells the others how far this machine is. Returns the time by the clock of the database. */
  report(machine: MachineReport): Promise<number>;
  facts(): Promise<LedgerFacts>;
  /** Removes history beyond the bounds of the vault. How many steps went. */
  prune(bounds: { readonly ageMsMax: number; readonly bytesMax: number }): Promise<number>;
  /** A bell: something may be new, or the connection is there again. The numbers are the truth. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Thrown while the ledger cannot be reached. */
export class LedgerAway extends Error {
  override readonly name = 'LedgerAway';
}

/** Names with the same key are one name on some system: case and Unicode form do not count. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Every folder above a path, the topmost first. */
export function foldersAbove(path: VaultPath): VaultPath[] {
  const folder = parentOf(path);
  return folder === rootPath ? [] : [...foldersAbove(folder), folder];
}
