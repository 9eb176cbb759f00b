import { isWithin } from '../../../contract/paths.ts';
import type { SearchScope } from './types.ts';

/** One test for all that a scope says of paths. */
export function pathTest({
  prefix = '',
  folder = '',
  mayRead,
}: SearchScope): (path: string) => boolean {
  const tests: ((path: string) => boolean)[] = [];
  if (prefix !== '') tests.push((path) => path.startsWith(prefix));
  if (folder !== '') tests.push((path) => isWithin(path, folder));
  if (mayRead !== undefined) tests.push(mayRead);
  return (path) => tests.every((test) => test(path));
}
