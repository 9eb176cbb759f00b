/**
 * Where the built file of a worker thread or child entry is. Built code finds it beside itself;
 * sources (under the test runner) find it in dist/.
 */
export function entryUrl(name: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts')
    ? new URL(`../../dist/${name}.js`, here)
    : new URL(`./${name}.js`, here);
}
