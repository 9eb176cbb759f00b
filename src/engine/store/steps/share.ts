import type { VaultPath } from '../../../contract/paths.ts';
import type { NewStep } from '../journal/journal.ts';
import type { Stat } from '../vault/stat.ts';
import type { Draft } from './draft.ts';

/** Takes each step to the other machines of a vault before its files are put into place. */
export interface Share {
  /**
   * Resolves when all machines will see the step; then it has to happen here too. Undefined when
   * nothing of it is shared. Throws `Stale` when another machine was faster.
   */
  commit(step: NewStep, draft: Draft): Promise<SharedStep | undefined>;
  /** Brings in what others did; these paths are compared with the folder first. */
  catchUp(paths: readonly VaultPath[]): Promise<void>;
}

export interface SharedStep {
  /** Called in the tick in which the files came into place. */
  placed(stats: ReadonlyMap<VaultPath, Stat>): void;
}

/** Another machine has changed these paths: bring that in, then plan again. */
export class Stale extends Error {
  readonly paths: readonly VaultPath[];

  constructor(paths: readonly VaultPath[]) {
    super('another machine was faster');
    this.paths = paths;
  }
}

/** The step is shared, but something here was in its way: it comes in like the step of another machine. */
export class Displaced extends Error {
  readonly step: NewStep;

  constructor(step: NewStep, cause: unknown) {
    super('the folder changed meanwhile', { cause });
    this.step = step;
  }
}
