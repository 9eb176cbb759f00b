import type { Context } from './context.ts';
import { UsageError } from './usage-error.ts';

/** How many a user wants: `usual` when the option is absent, all of them for 0. */
export function toLimit(given: number | null | undefined, usual: number): number {
  if (given == null) return usual;
  if (Number.isInteger(given) && given >= 0) return given === 0 ? Number.POSITIVE_INFINITY : given;
  throw new UsageError(`--limit requires a whole number, not ${given}.`, '0 means no limit.');
}

interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts; undefined after the last one. */
  readonly next: string | undefined;
}

/** Asks for page after page until there are as many items as wanted. */
export async function collectPages<T>(
  wanted: number,
  pageMax: number,
  ask: (limit: number, from: string | undefined) => Promise<Page<T>>,
): Promise<{ readonly items: readonly T[]; readonly isCut: boolean }> {
  const items: T[] = [];
  let from: string | undefined;
  do {
    const page = await ask(Math.min(wanted - items.length, pageMax), from);
    items.push(...page.items);
    from = page.next;
  } while (from !== undefined && items.length < wanted);
  return { items, isCut: from !== undefined };
}

/** Says that the output is not all there is; on the error stream, so that a pipe does not hide it. */
export function sayCut({ out }: Context, shown: number, what: string, total?: number): void {
  const count = total === undefined ? `the first ${shown}` : `${shown} of ${total}`;
  out.note(out.style.dim(`Showing ${count} ${what}. --limit 0 shows all.`));
}
