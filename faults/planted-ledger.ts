import { setImmediate } from 'node:timers/promises';
import type { VaultPath } from '../src/contract/paths.ts';
import {
  type CommitOutcome,
  type Ledger,
  LedgerAway,
  type LedgerEntry,
  type LedgerStep,
  type Version,
} from '../src/engine/store/ledger/ledger.ts';
import type { Trouble } from './model.ts';

/** Faults that a ledger may have, each planted into one that works: the checks must find every one. */
export const plantedFaults: Readonly<Record<string, (ledger: Ledger) => Ledger>> = {
  'the hash is not compared': (ledger) => ({
    ...passOn(ledger),
    async commit(steps, contents) {
      const outcomes = await ledger.commit(steps, contents);
      const forced: CommitOutcome[] = [];
      for (const [index, outcome] of outcomes.entries()) {
        const step = steps[index];
        if (outcome.outcome !== 'stale' || step === undefined) forced.push(outcome);
        else forced.push(await force(ledger, step, contents));
      }
      return forced;
    },
  }),
  'a commit is acknowledged before it happened': (ledger) => ({
    ...passOn(ledger),
    async commit(steps, contents) {
      const { head } = await ledger.since(0, 1);
      ledger.commit(steps, contents).catch(() => {});
      return steps.map((_, index) => ({ outcome: 'committed', number: head + 1 + index }));
    },
  }),
  'steps are applied out of order': (ledger) => {
    let isDone = false;
    return {
      ...passOn(ledger),
      async since(number, max) {
        const page = await ledger.since(number, max);
        const entries = isDone ? undefined : exchangeTwo(page.entries);
        isDone ||= entries !== undefined;
        return { ...page, entries: entries ?? page.entries };
      },
    };
  },
};

/** While it is cut every call fails, as over a link. */
export function cuttable(ledger: Ledger): { ledger: Ledger; link: Trouble } {
  let isCut = false;
  const cut = () => {
    isCut = true;
  };
  const restore = () => {
    isCut = false;
  };
  const link = { cut, restore, cutAfter: cut, drop() {}, close: async () => {} };
  const reach = async <T>(call: () => Promise<T>): Promise<T> => {
    // A link takes time. Without it, machines that never agree would leave no turn to a timer.
    await setImmediate();
    if (isCut) throw new LedgerAway('the link is cut');
    return call();
  };
  return {
    link,
    ledger: {
      ...passOn(ledger),
      commit: (steps, contents) => reach(() => ledger.commit(steps, contents)),
      since: (number, max) => reach(() => ledger.since(number, max)),
      outcome: (id) => reach(() => ledger.outcome(id)),
      contents: (hash) => reach(() => ledger.contents(hash)),
      heads: (after, max) => reach(() => ledger.heads(after, max)),
      report: (machine) => reach(() => ledger.report(machine)),
    },
  };
}

/** Its methods, which its class keeps to itself. */
function passOn(ledger: Ledger): Ledger {
  return {
    commit: (steps, contents) => ledger.commit(steps, contents),
    since: (number, max) => ledger.since(number, max),
    outcome: (id) => ledger.outcome(id),
    contents: (hash) => ledger.contents(hash),
    heads: (after, max) => ledger.heads(after, max),
    report: (machine) => ledger.report(machine),
    facts: () => ledger.facts(),
    prune: (bounds) => ledger.prune(bounds),
    onChange: (listener) => ledger.onChange(listener),
    close: () => ledger.close(),
  };
}

/**
 * The first two steps of one path, each under the number of the other; undefined when there are none.
 * An engine puts steps whose numbers do not ascend into order itself.
 */
function exchangeTwo(entries: readonly LedgerEntry[]): LedgerEntry[] | undefined {
  for (const [index, later] of entries.entries()) {
    const paths = new Set(later.changes.map(({ path }) => path));
    const earlier = entries
      .slice(0, index)
      .find(({ changes }) => changes.some(({ path }) => paths.has(path)));
    if (earlier === undefined) continue;
    return entries.map((entry) => {
      if (entry === earlier) return { ...later, number: earlier.number };
      return entry === later ? { ...earlier, number: later.number } : entry;
    });
  }
  return undefined;
}

const pathsMax = 1000;

/** Commits a step onto whatever is there now. */
async function force(
  ledger: Ledger,
  step: LedgerStep,
  contents: ReadonlyMap<string, Buffer>,
): Promise<CommitOutcome> {
  for (;;) {
    const { heads } = await ledger.heads(undefined, pathsMax);
    const now = new Map<VaultPath, Version>(heads.map(({ path, version }) => [path, version]));
    const changes = step.changes.map((change) => ({
      ...change,
      before: now.get(change.path) ?? null,
    }));
    const [outcome] = await ledger.commit([{ ...step, changes }], contents);
    if (outcome !== undefined && outcome.outcome !== 'stale') return outcome;
  }
}
