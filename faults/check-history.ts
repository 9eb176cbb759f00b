/** What a step does to one path: the content it replaces and the one it leaves. Null is no file. */
export interface Swap {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One step that a machine tried to commit, as the machine saw it. */
export interface Attempt {
  readonly machine: string;
  readonly id: string;
  readonly swaps: readonly Swap[];
  /** By one clock for all machines. */
  readonly begunAt: number;
  /** Infinity where the machine never learned the outcome. */
  readonly endedAt: number;
  /** The number of the step, or what became of it instead. */
  readonly outcome: number | 'refused' | 'unknown';
}

/** One step as the ledger has it. */
export interface Entry {
  readonly number: number;
  readonly id: string;
  readonly swaps: readonly Swap[];
}

export interface LedgerHistory {
  readonly attempts: readonly Attempt[];
  /** All of the ledger, in its order. */
  readonly entries: readonly Entry[];
  /** For each machine the ids of the steps that it put into its folder, in the order in which it did. */
  readonly applied: ReadonlyMap<string, readonly string[]>;
}

export type ViolationKind =
  | 'acknowledged step is missing'
  | 'applied out of order'
  | 'numbers have a gap'
  | 'order against time'
  | 'refused step is there'
  | 'refused without a reason'
  | 'replaces what was not there'
  | 'step differs from what was asked'
  | 'step is there twice'
  | 'step was never asked for'
  | 'two replaced the same content';

export interface Violation {
  readonly kind: ViolationKind;
  /** The id of the step, or the machine. */
  readonly about: string;
}

/**
 * Every way in which a history of compare-and-swap steps contradicts itself. Each step names what it
 * replaces, so that one pass in the order of the numbers is enough: the time it takes is linear. The
 * contents of all steps must differ from each other.
 */
export function checkHistory(history: LedgerHistory): Violation[] {
  return [
    ...checkEntries(history.entries),
    ...checkAttempts(history),
    ...checkWinners(history.attempts),
    ...checkTime(history),
    ...checkRefusals(history),
    ...checkApplied(history),
  ];
}

/** The ledger by itself: gap-free numbers, and each step begins where the one before ended. */
function checkEntries(entries: readonly Entry[]): Violation[] {
  const violations: Violation[] = [];
  const ids = new Set<string>();
  const contents = new Map<string, string | null>();
  let last = 0;
  for (const { number, id, swaps } of entries) {
    if (number !== last + 1) violations.push({ kind: 'numbers have a gap', about: id });
    if (ids.has(id)) violations.push({ kind: 'step is there twice', about: id });
    const isStale = swaps.some(({ path, before }) => (contents.get(path) ?? null) !== before);
    if (isStale) violations.push({ kind: 'replaces what was not there', about: id });
    for (const { path, after } of swaps) contents.set(path, after);
    ids.add(id);
    last = number;
  }
  return violations;
}

/** What machines were answered is what the ledger has. */
function checkAttempts({ attempts, entries }: LedgerHistory): Violation[] {
  const violations: Violation[] = [];
  const found = new Map(entries.map((entry) => [entry.id, entry]));
  const asked = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  for (const { id, outcome } of attempts) {
    const number = found.get(id)?.number;
    if (outcome === 'refused' && number !== undefined) {
      violations.push({ kind: 'refused step is there', about: id });
    } else if (typeof outcome === 'number' && number !== outcome) {
      violations.push({ kind: 'acknowledged step is missing', about: id });
    }
  }
  for (const { id, swaps } of entries) {
    const attempt = asked.get(id);
    if (attempt === undefined) violations.push({ kind: 'step was never asked for', about: id });
    else if (!isSameSwaps(attempt.swaps, swaps)) {
      violations.push({ kind: 'step differs from what was asked', about: id });
    }
  }
  return violations;
}

/** Without a look at the ledger: of those that name the same content, at most one was acknowledged. */
function checkWinners(attempts: readonly Attempt[]): Violation[] {
  const violations: Violation[] = [];
  const replaced = new Set<string>();
  for (const { id, swaps, outcome } of attempts) {
    if (typeof outcome !== 'number') continue;
    for (const { path, before } of swaps) {
      if (before === null) continue;
      const key = `${before} ${path}`;
      if (replaced.has(key)) violations.push({ kind: 'two replaced the same content', about: id });
      replaced.add(key);
    }
  }
  return violations;
}

/** A step that was acknowledged before another one began has the smaller number. */
function checkTime({ attempts, entries }: LedgerHistory): Violation[] {
  const violations: Violation[] = [];
  const asked = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  let latestBegin = Number.NEGATIVE_INFINITY;
  for (const { id } of entries) {
    const attempt = asked.get(id);
    if (attempt === undefined) continue;
    if (attempt.endedAt < latestBegin) violations.push({ kind: 'order against time', about: id });
    latestBegin = Math.max(latestBegin, attempt.begunAt);
  }
  return violations;
}

/** A step is refused only where one of its contents was not the present one at some moment of the try. */
function checkRefusals({ attempts, entries }: LedgerHistory): Violation[] {
  const asked = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const creators = new Map<string, Attempt | undefined>();
  const successors = new Map<string, Attempt | undefined>();
  for (const { id, swaps } of entries) {
    for (const { path, before, after } of swaps) {
      if (after !== null) creators.set(`${after} ${path}`, asked.get(id));
      if (before !== null) successors.set(`${before} ${path}`, asked.get(id));
    }
  }
  const wasPresent = ({ path, before }: Swap, { begunAt, endedAt }: Attempt): boolean => {
    // A path may have had no file several times: which time was meant is not known.
    if (before === null) return false;
    const key = `${before} ${path}`;
    const creator = creators.get(key);
    const successor = successors.get(key);
    return (
      creator !== undefined &&
      creator.endedAt < begunAt &&
      (!successors.has(key) || (successor !== undefined && successor.begunAt > endedAt))
    );
  };
  return attempts
    .filter(
      (attempt) =>
        attempt.outcome === 'refused' && attempt.swaps.every((swap) => wasPresent(swap, attempt)),
    )
    .map(({ id }) => ({ kind: 'refused without a reason', about: id }));
}

/** Each machine puts every step into its folder, one after the other. */
function checkApplied({ applied, entries }: LedgerHistory): Violation[] {
  return [...applied].flatMap(([machine, ids]) => {
    const first = entries.findIndex(({ id }) => id === ids[0]);
    const isInOrder = ids.every((id, index) => id === entries[first + index]?.id);
    return isInOrder ? [] : [{ kind: 'applied out of order' as const, about: machine }];
  });
}

function isSameSwaps(a: readonly Swap[], b: readonly Swap[]): boolean {
  const toKeys = (swaps: readonly Swap[]) =>
    swaps.map(({ path, before, after }) => `${path} ${before} ${after}`).sort();
  const [mine, theirs] = [toKeys(a), toKeys(b)];
  return mine.length === theirs.length && mine.every((key, index) => key === theirs[index]);
}
