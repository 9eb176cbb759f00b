import { constructors } from './constructors.ts';
import type { QueryFunction } from './define.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { others } from './others.ts';
import { texts } from './texts.ts';

const table = new Map<string, QueryFunction>(
  [constructors, lists, numbers, others, texts].flatMap((part) => Object.entries(part)),
);

/** The function of this exact name. */
export function findFunction(name: string): QueryFunction | undefined {
  return table.get(name);
}

export function functionNames(): string[] {
  return [...table.keys()].sort();
}
