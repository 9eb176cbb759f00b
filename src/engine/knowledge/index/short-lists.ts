/** Beyond this a list grows as any array does. */
const shortMax = 8;

/**
 * The list with one more item. Most lists of an index stay short, and there are very many of them:
 * these get exactly the room they need, where a push would make room for sixteen more.
 */
export function appended<T>(list: T[], item: T): T[] {
  if (list.length < shortMax) return list.concat([item]);
  list.push(item);
  return list;
}

/** Removes an item from a list whose order means nothing. */
export function removeFrom<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  const last = list.pop();
  if (last !== undefined && last !== item && at !== -1) list[at] = last;
}
