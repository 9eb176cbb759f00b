import { setTimeout as pause } from 'node:timers/promises';
import { VaultError } from '../../../contract/errors.ts';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { type CommitOutcome, type Ledger, LedgerAway, type LedgerStep } from './ledger.ts';

interface Waiting {
  readonly step: LedgerStep;
  readonly contents: ReadonlyMap<string, Buffer>;
  /** After this time of the process it is given up. */
  readonly until: number;
  /** It was sent, so that it may have been committed although no answer came. */
  isSent: boolean;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The first pause before a commit is tried again; it doubles up to its limit. */
const retryMsMin = 50;

export interface LedgerWriterOptions {
  readonly waitMs?: number;
  readonly now?: () => number;
}

/**
 * Sends steps to the ledger, one transaction at a time; steps that come meanwhile share the next.
 * When the link breaks in a commit, the ledger is asked what became of each step, and only what it
 * does not have is sent again, under the same id.
 */
export class LedgerWriter {
  readonly #ledger: Ledger;
  readonly #waitMs: number;
  readonly #now: () => number;
  readonly #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #awaySince: number | undefined;

  constructor(ledger: Ledger, options: LedgerWriterOptions = {}) {
    this.#ledger = ledger;
    this.#waitMs = options.waitMs ?? ledgerLimits.waitMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Rejects with `unavailable` when the ledger stays away. */
  commit(step: LedgerStep, contents: ReadonlyMap<string, Buffer>): Promise<CommitOutcome> {
    const now = this.#now();
    // While it is known to be away for long, a write fails after one try.
    const isLong = this.#awaySince !== undefined && now - this.#awaySince > this.#waitMs;
    return new Promise((resolve, reject) => {
      const until = isLong ? now : now + this.#waitMs;
      this.#queue.push({ step, contents, until, isSent: false, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Steps of one tick share a transaction.
    await Promise.resolve();
    let retryMs = retryMsMin;
    while (this.#queue.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#send(group);
        this.#awaySince = undefined;
        retryMs = retryMsMin;
      } catch (thrown) {
        if (!(thrown instanceof LedgerAway)) {
          for (const { reject } of group) reject(thrown);
          continue;
        }
        this.#awaySince ??= this.#now();
        this.#queue.unshift(...this.#giveUpLate(group, thrown));
        if (this.#queue.length > 0) await pause(retryMs);
        retryMs = Math.min(2 * retryMs, ledgerLimits.retryMsMax);
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): Waiting[] {
    let [count, bytes] = [0, 0];
    for (const { contents } of this.#queue) {
      for (const content of contents.values()) bytes += content.length;
      const isFull = count >= ledgerLimits.groupStepsMax || bytes > ledgerLimits.groupBytesMax;
      if (count > 0 && isFull) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    const open: Waiting[] = [];
    for (const waiting of group) {
      const number = waiting.isSent ? await this.#ledger.outcome(waiting.step.id) : undefined;
      if (number === undefined) open.push(waiting);
      else waiting.resolve({ outcome: 'committed', number });
    }
    if (open.length === 0) return;
    for (const waiting of open) waiting.isSent = true;
    const contents = new Map(open.flatMap((waiting) => [...waiting.contents]));
    const outcomes = await this.#ledger.commit(
      open.map(({ step }) => step),
      contents,
    );
    for (const [index, { resolve, reject }] of open.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error('the ledger left out an outcome'));
      else resolve(outcome);
    }
  }

  #giveUpLate(group: readonly Waiting[], cause: LedgerAway): Waiting[] {
    const now = this.#now();
    for (const { step, until, reject } of group) if (now >= until) reject(unavailable(step, cause));
    return group.filter(({ until }) => now < until);
  }
}

/** The step may have reached the ledger; then it comes into the folder as soon as that is back. */
function unavailable({ id }: LedgerStep, cause: LedgerAway): VaultError {
  const message = 'The shared ledger of this vault cannot be reached, so nothing can be changed.';
  return new VaultError('unavailable', message, {
    hint: `Reading and searching work. Try again later; first see in the history whether step ${id} was made after all.`,
    data: { step: id },
    cause,
  });
}
