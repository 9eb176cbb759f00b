import picomatch from 'picomatch';
import { VaultError } from '../../../contract/errors.ts';
import { searchLimits } from '../../../contract/limits.ts';
import { isWithin } from '../../../contract/paths.ts';
import type { SearchScope } from './types.ts';

/** One test for all that a scope says of paths; undefined when every path will do. */
export function pathTest(scope: SearchScope): ((path: string) => boolean) | undefined {
  const tests: ((path: string) => boolean)[] = [];
  const { prefix, folder, include, exclude } = scope;
  if (prefix !== undefined && prefix !== '') tests.push((path) => path.startsWith(prefix));
  if (folder !== undefined && folder !== '') tests.push((path) => isWithin(path, folder));
  if (include !== undefined) tests.push(globTest(include));
  if (exclude !== undefined && exclude.length > 0) {
    const excluded = globTest(exclude);
    tests.push((path) => !excluded(path));
  }
  if (scope.mayRead !== undefined) tests.push((path) => scope.mayRead?.(path) ?? true);
  const [only, ...more] = tests;
  return more.length === 0 ? only : (path) => tests.every((test) => test(path));
}

function globTest(globs: readonly string[]): (path: string) => boolean {
  for (const glob of globs) {
    // Every star multiplies the ways a path can be tried.
    const stars = glob.match(/[*+@!?]/g)?.length ?? 0;
    if (glob.length > searchLimits.globLengthMax || stars > searchLimits.globStarsMax) {
      throw new VaultError('invalid-input', 'The glob is too long or has too many stars.', {
        hint: 'Use a folder or a shorter glob.',
      });
    }
  }
  return picomatch([...globs], { dot: true, noextglob: true });
}
