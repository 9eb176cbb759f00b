/** What is there at once, or comes later. */
export type MaybeLater<T> = T | Promise<T>;

/** Goes on with a value: in the same tick where it is there already, which costs no promise. */
export function whenThere<T, Next>(
  value: MaybeLater<T>,
  next: (value: T) => MaybeLater<Next>,
): MaybeLater<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
