import { lstatIn } from '../store/vault/lstat-in.ts';
import { StatBlock } from '../store/vault/stat-block.ts';

/** Some names of one folder. */
export interface LookPart {
  /** Names of the folder's entries follow this. */
  readonly prefix: string;
  readonly names: readonly string[];
}

/** What another thread is asked to look at, unless somebody else has taken it before. */
export interface LookRequest {
  readonly taken: Int32Array;
  readonly group: number;
  readonly parts: readonly LookPart[];
}

/** The stats of each part; without them the thread could not look. */
export interface LookReply {
  readonly group: number;
  readonly stats?: readonly Float64Array<ArrayBuffer>[];
}

/** True for the first who asks: each group is looked at once, by whichever thread is free. */
export function tryTake(taken: Int32Array, group: number): boolean {
  return Atomics.exchange(taken, group, 1) === 0;
}

/** What the disk says of each name. */
export function lookAtPart({ prefix, names }: LookPart): StatBlock {
  const folder = { at: (name: string) => prefix + name };
  const block = new StatBlock(names.length);
  names.forEach((name, i) => {
    block.set(i, lstatIn(folder, name));
  });
  return block;
}
