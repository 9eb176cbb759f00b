/**
 * Collects items until `run` takes them. All callers succeed or fail together. Items that come
 * later are collected for the next run.
 */
export function gather<Item>(
  run: (take: () => readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let open: { readonly items: Item[]; readonly done: Promise<void> } | undefined;
  const start = () => {
    const items: Item[] = [];
    const close = (): void => {
      if (open?.items === items) open = undefined;
    };
    const take = (): readonly Item[] => {
      close();
      return items;
    };
    return { items, done: run(take).finally(close) };
  };
  return (item) => {
    open ??= start();
    open.items.push(item);
    return open.done;
  };
}
