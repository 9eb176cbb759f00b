/** Where the built file of a worker thread or child entry is. */
export function entryUrl(name: string): URL {
  return builtUrl(`${name}.js`);
}

/**
 * Where something in dist/ is. Built code finds it in its own folder; sources (under the test runner)
 * find it in dist/.
 */
export function builtUrl(path: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? new URL(`../../dist/${path}`, here) : new URL(`./${path}`, here);
}
