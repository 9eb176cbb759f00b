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
  readonly path?: string;
  /** Reading or writing, where it is about a path. */
  readonly op?: string;
  /** Which rule says no. */
  readonly rule?: string;
}

/** The last attempts that were refused. They are gone with the daemon. */
export class Denials {
  readonly #kept: Denial[] = [];

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
    this.#kept.push(denial);
    if (this.#kept.length > overviewLimits.denialsKeptMax) this.#kept.shift();
    return denial;
  }

  /** The last one first. */
  list(): Denial[] {
    return this.#kept.toReversed();
  }
}
