/** Runs for each item, at most `atOnce` at a time. Ends at the first failure; what has begun goes on. */
export async function forEachLimited<T>(
  atOnce: number,
  items: Iterable<T>,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items].values();
  const work = async (): Promise<void> => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
