import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Clock } from '../../../kit/clock.ts';
import { forEachLimited } from '../../../kit/for-each-limited.ts';
import { newId } from '../../../kit/ids.ts';
import type { Log } from '../../../kit/log.ts';
import type { Journal } from '../journal/journal.ts';
import type { Steps } from '../steps/steps.ts';
import type { Stat } from '../vault/stat.ts';
import type { AgreedVersions } from './agreed.ts';
import { compareHeads } from './heads.ts';
import { type Incoming, planIncoming } from './incoming.ts';
import type { Ledger, LedgerChange, LedgerEntry } from './ledger.ts';
import { recordAgreed } from './record-agreed.ts';
import type { IsShared } from './shared-paths.ts';

export interface ApplierOptions {
  readonly ledger: Ledger;
  readonly agreed: AgreedVersions;
  readonly isShared: IsShared;
  readonly machine: { readonly name: string };
  readonly journal: Journal;
  readonly steps: Steps;
  readonly clock: Clock;
  readonly log: Log;
  /** These paths hold something else than the ledger now, and have to be committed. */
  readonly onOurs: (paths: readonly VaultPath[]) => void;
}

type Renames = ReadonlyMap<VaultPath, VaultPath>;
type OnProgress = ((done: number, total: number) => void) | undefined;

/** Steps of others that are brought in at the same time; those of one path still wait for each other. */
const atOnceMax = 32;
/** Paths in one step of a comparison with everything that is there. */
const changesPerStep = 200;

/** Brings what the ledger has into the folder, as steps of those who made it. */
export class Applier {
  readonly #options: ApplierOptions;
  /** The ledger may have another history than before: after a start, or when it was away. */
  isTrusted = false;

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  /** The ledger was away: another database may answer now. */
  distrust(): void {
    this.isTrusted = false;
  }

  /** Everything that is new. `renames` are moves in this folder that are not committed yet. */
  async pull(renames: Renames, onProgress: OnProgress): Promise<void> {
    const { ledger, agreed } = this.#options;
    if (!this.isTrusted) await this.#verify(renames, onProgress);
    for (;;) {
      const { number } = agreed.cursor;
      const { entries, head, isPruned } = await ledger.since(number, ledgerLimits.pageStepsMax);
      if (isPruned) await this.#compare(renames, { isOther: false, onProgress });
      else if (entries.length === 0) return;
      else await this.#applyAll(entries, renames);
      onProgress?.(agreed.cursor.number, head);
    }
  }

  /** The step at the cursor has to be the one that was applied here; else a backup was restored. */
  async #verify(renames: Renames, onProgress: OnProgress): Promise<void> {
    const { ledger, agreed, log } = this.#options;
    const { number, id } = agreed.cursor;
    if (number === 0) await this.#compare(renames, { isOther: false, onProgress });
    else {
      const { entries, head } = await ledger.since(number - 1, 1);
      const isOther =
        number > head || (entries[0] !== undefined && id !== '' && entries[0].id !== id);
      if (isOther) {
        log.warn('the ledger has another history than this machine: it was restored from a backup');
        await this.#compare(renames, { isOther, onProgress });
      }
    }
    this.isTrusted = true;
  }

  async #applyAll(entries: readonly LedgerEntry[], renames: Renames): Promise<void> {
    const { agreed } = this.#options;
    await forEachLimited(atOnceMax, entries, (entry) => this.#apply(entry, renames));
    const last = entries.at(-1);
    if (last !== undefined) agreed.record([], { number: last.number, id: last.id });
  }

  async #apply(entry: LedgerEntry, renames: Renames): Promise<void> {
    const { agreed } = this.#options;
    const isNews = ({ path }: LedgerChange) => agreed.numberOf(path) < entry.number;
    // What this machine has committed itself is in place already.
    if (!entry.changes.some(isNews)) return;
    const { protocol, client, why, undoes, id, at, machine } = entry;
    await this.#bringIn({
      by: { protocol, client },
      why,
      ...(undoes !== undefined && { undoes }),
      as: { id, at, machine },
      numbered: entry.changes.map((change) => ({ ...change, number: entry.number })),
      renames,
    });
  }

  /** Takes over what is there now, whatever happened before. */
  async #compare(
    renames: Renames,
    { isOther, onProgress }: { isOther: boolean; onProgress: OnProgress },
  ): Promise<void> {
    const { ledger, agreed, clock, machine, journal } = this.#options;
    const { changes, ours, cursor } = await compareHeads({ ledger, agreed, journal, isOther });
    this.#options.onOurs(ours);
    for (let start = 0; start < changes.length; start += changesPerStep) {
      const at = clock.now();
      await this.#bringIn({
        by: { protocol: 'local', client: 'ledger' },
        why: 'catch up with the ledger',
        as: { id: newId(at), at, machine: machine.name },
        numbered: changes.slice(start, start + changesPerStep),
        renames,
      });
      onProgress?.(Math.min(start + changesPerStep, changes.length), changes.length);
    }
    agreed.record([], cursor);
  }

  async #bringIn({
    by,
    why,
    undoes,
    as,
    numbered,
    renames,
  }: {
    by: Parameters<Steps['run']>[0]['by'];
    why: string;
    undoes?: string;
    as: { id: string; at: number; machine: string };
    numbered: readonly (LedgerChange & { number: number })[];
    renames: Renames;
  }): Promise<void> {
    const { agreed, isShared, steps, clock, machine, onOurs } = this.#options;
    let incoming: Incoming = { ours: [], copies: [] };
    let news: typeof numbered = [];
    const moved = numbered.flatMap(({ path }) => renames.get(path) ?? []);
    const { stats } = await steps.run({
      by,
      why,
      ...(undoes !== undefined && { undoes }),
      as,
      lock: [...numbered.map(({ path }) => path), ...moved],
      plan: async (draft) => {
        news = numbered.filter(
          ({ path, number }) => isShared(path) && agreed.numberOf(path) < number,
        );
        const context = {
          machine: machine.name,
          now: clock.now(),
          renames,
          contentOf: this.#contentOf,
        };
        incoming = await planIncoming(draft, news, context);
      },
    });
    const ours = new Set(incoming.ours);
    const certain = new Map<VaultPath, Stat>([...stats].filter(([path]) => !ours.has(path)));
    for (const change of news) recordAgreed(agreed, [change], change.number, certain);
    for (const copy of incoming.copies) agreed.addCopy(copy);
    onOurs(incoming.ours);
  }

  /** From the ledger, or from the history of this machine where the ledger has pruned it. */
  #contentOf = async (hash: string): Promise<Buffer | undefined> =>
    (await this.#options.ledger.contents(hash)) ?? this.#options.journal.read(hash);
}
