import { constructors } from './constructors.ts';
import type { QueryFunction } from './define.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { others } from './others.ts';
import { texts } from './texts.ts';

/** The functions of Dataview, by name. */
export const queryFunctions: ReadonlyMap<string, QueryFunction> = new Map(
  [constructors, lists, numbers, others, texts].flatMap((part) => Object.entries(part)),
);
