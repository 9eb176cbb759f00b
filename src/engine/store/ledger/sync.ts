import { isVaultError, VaultError } from '../../../contract/errors.ts';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { rootPath, type VaultPath } from '../../../contract/paths.ts';
import type { Clock } from '../../../kit/clock.ts';
import { coalesce } from '../../../kit/coalesce.ts';
import type { Log } from '../../../kit/log.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Retention } from '../journal/segment-log.ts';
import type { Draft } from '../steps/draft.ts';
import { type Share, type SharedStep, Stale } from '../steps/share.ts';
import type { Steps } from '../steps/steps.ts';
import type { Root } from '../vault/anchor.ts';
import { lstatPath } from '../vault/disk.ts';
import { Adopter } from './adopter.ts';
import { AgreedVersions, type LedgerCursor } from './agreed.ts';
import { Applier } from './applier.ts';
import { type ChangesAfter, readChangesAfter } from './changes-after.ts';
import { type FollowOptions, follow } from './follow.ts';
import { folderVersion, type Ledger, LedgerAway, type LedgerFacts } from './ledger.ts';
import { nameTaken, sharedContents, toLedgerStep } from './outgoing.ts';
import { recordAgreed } from './record-agreed.ts';
import { createSharedPaths, type IsShared } from './shared-paths.ts';
import { surveyFolder } from './survey.ts';
import { toLedgerChanges } from './to-changes.ts';
import { LedgerWriter } from './writer.ts';

/** A machine that takes part. */
export interface Machine {
  readonly id: string;
  readonly name: string;
}

export interface LedgerSyncOptions {
  readonly ledger: Ledger;
  readonly machine: Machine;
  /** Patterns of files that stay on this machine. */
  readonly local?: readonly string[] | undefined;
  /** Where the agreed versions are kept. */
  readonly folder: string;
  readonly root: Root;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly waitMs?: number | undefined;
}

/** How the folder of this machine and the ledger stand to each other. */
export interface LedgerStatus {
  readonly machine: Machine;
  /** Everything up to this number is in the folder. */
  readonly applied: number;
  readonly state: 'in sync' | 'catching up' | 'away';
  /** Why the ledger is away, or what went wrong last. */
  readonly problem?: string;
  /** Copies of versions that did not merge, and are still there. */
  readonly conflicts: readonly VaultPath[];
  /** Files that are too large to be shared. */
  readonly tooLarge: readonly VaultPath[];
  /** How far the clock of this machine is ahead of the database's; absent when they agree. */
  readonly clockOffMs?: number;
  /** All files were gone at once: their removal waits until it is certain that it was meant. */
  readonly vanished: number;
}

/** Reports how far a comparison with the ledger is. */
export type ReportSync = (done: number, total: number) => void;

/** How often the folder and the ledger are compared before a cycle gives up until the next one. */
const roundsMax = 30;

/**
 * Keeps the folder of one machine and the ledger the same. What is changed through us is committed
 * before it is put into place; what others did is brought in; what other programs did in the folder
 * is committed against the version that was agreed last.
 */
export class LedgerSync implements Share {
  readonly #options: LedgerSyncOptions;
  readonly #isShared: IsShared;
  readonly #agreed: AgreedVersions;
  readonly #writer: LedgerWriter;
  readonly #adopter: Adopter;
  #applier: Applier | undefined;
  readonly #dirty = new Set<VaultPath>([rootPath]);
  #tooLarge: readonly VaultPath[] = [];
  #problem: string | undefined;
  #isAway = false;
  #isCatchingUp = false;
  #isClosed = false;
  #clockOffMs = 0;
  #onProgress: ReportSync | undefined;

  constructor(options: LedgerSyncOptions) {
    this.#options = options;
    const { ledger, folder, local, waitMs } = options;
    this.#isShared = createSharedPaths(local);
    this.#agreed = new AgreedVersions(`${folder}/agreed`);
    this.#writer = new LedgerWriter(ledger, waitMs === undefined ? {} : { waitMs });
    this.#adopter = new Adopter({ ...options, agreed: this.#agreed, writer: this.#writer });
  }

  /** The steps through which changes of others come in. */
  attach(steps: Steps): void {
    const { options, agreed, isShared } = {
      options: this.#options,
      agreed: this.#agreed,
      isShared: this.#isShared,
    };
    const onOurs = (paths: readonly VaultPath[]) => this.markDirty(paths);
    this.#applier = new Applier({ ...options, agreed, isShared, steps, onOurs });
  }

  async commit(step: NewStep, draft: Draft): Promise<SharedStep | undefined> {
    const { machine } = this.#options;
    const [agreed, isShared] = [this.#agreed, this.#isShared];
    const hashAt = (path: VaultPath) => draft.found.get(path)?.hash;
    const changes = toLedgerChanges(step.ops, { agreed, isShared, hashAt });
    if (changes.length === 0) return undefined;
    const contents = sharedContents(draft, changes);
    const outcome = await this.#writer.commit(toLedgerStep(step, machine.name, changes), contents);
    if (outcome.outcome === 'stale') throw new Stale(outcome.paths);
    if (outcome.outcome === 'collides') throw nameTaken(outcome.path, outcome.with);
    const { number } = outcome;
    return { placed: (stats) => recordAgreed(agreed, changes, number, stats) };
  }

  async catchUp(paths: readonly VaultPath[]): Promise<void> {
    this.markDirty(paths);
    await this.sync();
  }

  /** These may differ from what was agreed. */
  markDirty(paths: Iterable<VaultPath>): void {
    for (const path of paths) this.#dirty.add(path);
  }

  /** Resolves when the folder and the ledger agreed on everything that was known at the call. */
  sync = coalesce(async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isCatchingUp = true;
    try {
      await this.#cycle();
      this.#isAway = false;
      this.#problem = undefined;
    } catch (thrown) {
      throw this.#toError(thrown);
    } finally {
      this.#isCatchingUp = false;
    }
  });

  /** The same, with the whole folder compared, and reports on the way. */
  async syncAll(onProgress?: ReportSync): Promise<void> {
    this.#onProgress = onProgress;
    try {
      await this.catchUp([rootPath]);
    } finally {
      this.#onProgress = undefined;
    }
  }

  /** Follows both sides from now on. Returns how to stop. */
  start(changes: FollowOptions['changes'], retention: Retention): () => void {
    const { ledger } = this.#options;
    return follow({
      ledger,
      changes,
      retention,
      sync: this.sync,
      markDirty: (paths) => this.markDirty(paths),
      report: () => this.report(),
    });
  }

  /** Tells the others how far this machine is. */
  async report(): Promise<void> {
    const { applied, conflicts } = this.status();
    const { ledger, machine, clock } = this.#options;
    const before = clock.now();
    const now = await ledger.report({ ...machine, applied, conflicts: conflicts.length });
    this.#compareClocks((before + clock.now()) / 2 - now);
  }

  /** What the ledger says of the vault and its machines; undefined while it is away. */
  async facts(): Promise<LedgerFacts | undefined> {
    return this.#options.ledger.facts().catch(() => undefined);
  }

  /** Files that this machine and the ledger agree on. */
  countFiles(): number {
    return [...this.#agreed.entries()].filter(([, { version }]) => version !== folderVersion)
      .length;
  }

  /** Up to where the steps of the ledger are in the folder. */
  get position(): LedgerCursor {
    return this.#agreed.cursor;
  }

  /** Undefined when the ledger is away or cannot tell. */
  async changesAfter(from: LedgerCursor, max: number): Promise<ChangesAfter | undefined> {
    try {
      // What other programs did while no vaultd ran has no number yet.
      await this.syncAll();
      return await readChangesAfter(this.#options.ledger, from, max);
    } catch {
      return undefined;
    }
  }

  get machineName(): string {
    return this.#options.machine.name;
  }

  status(): LedgerStatus {
    const { root, machine } = this.#options;
    const isThere = (path: VaultPath) => lstatPath(root, path) !== undefined;
    return {
      machine,
      applied: this.#agreed.cursor.number,
      state: this.#isAway ? 'away' : this.#isCatchingUp ? 'catching up' : 'in sync',
      ...(this.#problem !== undefined && { problem: this.#problem }),
      ...(this.#clockOffMs !== 0 && { clockOffMs: this.#clockOffMs }),
      conflicts: [...this.#agreed.copies].filter(isThere),
      tooLarge: this.#tooLarge,
      vanished: this.#adopter.vanished,
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.sync();
    await this.#writer.idle();
    await this.#options.ledger.close();
    this.#agreed.close();
  }

  /** Commits what is new here and brings in what is new there, until neither side has more. */
  async #cycle(): Promise<void> {
    this.#agreed.refresh();
    for (let round = 0; round < roundsMax && !this.#isClosed; round++) {
      const paths = [...this.#dirty];
      this.#dirty.clear();
      try {
        if (await this.#meet(paths)) return;
      } catch (thrown) {
        this.markDirty(paths);
        throw thrown;
      }
    }
  }

  /** True when nothing is left to do. */
  async #meet(paths: readonly VaultPath[]): Promise<boolean> {
    const { root } = this.#options;
    const survey = { root, agreed: this.#agreed, isShared: this.#isShared };
    const isFull = paths.includes(rootPath);
    const { changes, tooLarge } =
      paths.length === 0 ? { changes: [], tooLarge: [] } : await surveyFolder(survey, paths);
    if (isFull) this.#tooLarge = tooLarge;
    const isJoining = this.#applier?.isTrusted !== true && this.#agreed.cursor.number === 0;
    // Before the first comparison nothing is agreed, and what is here may be there already.
    const rest = isJoining ? changes : await this.#adopter.adopt(changes, this.#onProgress);
    const renames = new Map(
      rest.flatMap((change) =>
        change.kind === 'renamed' ? [[change.from, change.path] as const] : [],
      ),
    );
    await this.#applier?.pull(renames, this.#onProgress);
    this.markDirty(this.#adopter.takeOurs());
    for (const change of rest) {
      this.markDirty(change.kind === 'renamed' ? [change.from, change.path] : [change.path]);
    }
    return this.#dirty.size === 0;
  }

  /** Numbers order everything, so that a wrong clock does no harm; but the times it shows are wrong. */
  #compareClocks(offMs: number): void {
    const isOff = Math.abs(offMs) > ledgerLimits.clockOffMsMax;
    if (isOff && this.#clockOffMs === 0) {
      const seconds = Math.round(offMs / 1000);
      this.#options.log.warn('the clock of this machine differs from that of the ledger', {
        seconds,
      });
    }
    this.#clockOffMs = isOff ? Math.round(offMs) : 0;
  }

  #toError(thrown: unknown): unknown {
    const { log } = this.#options;
    this.#isAway =
      thrown instanceof LedgerAway || (isVaultError(thrown) && thrown.code === 'unavailable');
    this.#problem = thrown instanceof Error ? thrown.message : String(thrown);
    if (this.#isAway) this.#applier?.distrust();
    log.info('the ledger could not be brought up to date', { problem: this.#problem });
    if (!(thrown instanceof LedgerAway)) return thrown;
    return new VaultError('unavailable', 'The shared ledger of this vault cannot be reached.', {
      hint: 'Reading and searching work. Try again later.',
      cause: thrown,
    });
  }
}
