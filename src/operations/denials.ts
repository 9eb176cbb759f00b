import type { Protocol } from '../contract/callers.ts';
import type { VaultError } from '../contract/errors.ts';
import { overviewLimits } from '../contract/overview-limits.ts';
import { newId } from '../kit/ids.ts';

/** Something a client wanted and may not. */
export interface Denial {
  readonly id: string;
  readonly at: number;
  readonly vault: string;
  readonly protocol: Protocol;
  readonly client: string;
  readonly operation: string;
  readonly message: string;
  readonly path?: string | undefined;
  /** Reading or writing, where it is about a path. */
  readonly op?: string | undefined;
  /** Which rule says no. */
  readonly rule?: string | undefined;
}

/** Where refusals are kept. */
export interface DenialStore {
  append(denial: Denial): void;
  /** The last ones, oldest first. */
  read(): readonly Denial[];
}

/** Keeps them as long as the process runs. */
export function createDenialMemory(): DenialStore {
  const kept: Denial[] = [];
  return {
    append(denial) {
      kept.push(denial);
      if (kept.length > overviewLimits.denialsKeptMax) kept.shift();
    },
    read: () => kept,
  };
}

/** The last attempts that were refused. */
export class Denials {
  readonly #store: DenialStore;

  constructor(store: DenialStore) {
    this.#store = store;
  }

  add(
    about: Pick<Denial, 'vault' | 'protocol' | 'client' | 'operation' | 'at'>,
    { message, about: { path, data } }: VaultError,
  ): Denial {
    const denial = {
      id: newId(about.at),
      ...about,
      message,
      ...(path !== undefined && { path }),
      ...(typeof data?.op === 'string' && { op: data.op }),
      ...(typeof data?.subreason === 'string' && { rule: data.subreason }),
    };
    this.#store.append(denial);
    return denial;
  }

  /** The last one first. */
  list(): Denial[] {
    return this.#store.read().toReversed();
  }
}
