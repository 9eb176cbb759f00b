import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Script } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { compileCached, keepCompiled, loadCached } from './cached-code.ts';
import { builtUrl } from './entry-url.ts';

const base = mkdtempSync(join(tmpdir(), 'vaultd-cached-code-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;

/** A part that says a number. All are equally long, as V8 tells sources apart by that alone. */
function writePart(): { path: string; says: number } {
  const says = 1000 + count++;
  const path = join(base, `${says}.cjs`);
  writeFileSync(path, `exports.say = () => ${says};`);
  return { path, says };
}

/** What a part says when it is compiled, and whether V8 refused what lay beside it. */
function check({ path, says }: { path: string; says: number }, refused: boolean | undefined): void {
  const script = compileCached(path);
  expect(script.cachedDataRejected).toBe(refused);
  const exports = { say: () => 0 };
  script.runInThisContext()(exports);
  expect(exports.say()).toBe(says);
}

function withData(bytes: ReturnType<Script['createCachedData']>): Script {
  const script = compileCached(writePart().path);
  script.createCachedData = () => bytes;
  return script;
}

test('code is loaded when nothing lies beside it', () => check(writePart(), undefined));

test('what was kept is used', () => {
  const part = writePart();
  keepCompiled(part.path, compileCached(part.path));
  check(part, false);
});

test('what was kept of other code is ignored', () => {
  const [part, other] = [writePart(), writePart()];
  keepCompiled(other.path, compileCached(other.path));
  writeFileSync(`${part.path}.code`, readFileSync(`${other.path}.code`));
  check(part, undefined);
});

test('what is damaged anywhere is ignored', () => {
  const { path } = writePart();
  keepCompiled(path, compileCached(path));
  const whole = readFileSync(`${path}.code`);
  for (const at of [0, 9, 100, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(`${path}.code`, damaged);
    expect(compileCached(path).cachedDataRejected).toBe(undefined);
  }
  for (const length of [0, 3, 8, whole.length - 1]) {
    writeFileSync(`${path}.code`, whole.subarray(0, length));
    expect(compileCached(path).cachedDataRejected).toBe(undefined);
  }
});

test('what another V8 has compiled is refused, and the code is loaded', () => {
  const part = writePart();
  const other = compileCached(writePart().path).createCachedData();
  const versionAt = 4;
  other[versionAt] = (other[versionAt] ?? 0) ^ 1;
  keepCompiled(part.path, withData(other));
  check(part, true);
});

test('parts load each other once, and know where they were built', () => {
  mkdirSync(join(base, 'cached'));
  const write = (name: string, text: string) =>
    writeFileSync(join(base, 'cached', `${name}.cjs`), text);
  write(
    'first',
    `exports.second = require('./second.js'); exports.again = require('./second.js');`,
  );
  write('second', `exports.here = __here; exports.sep = require('node:path').sep;`);
  const here = pathToFileURL(join(base, 'entry.js')).href;
  const { second, again } = loadCached(here, 'first');
  expect(second).toMatchObject({ here, sep: expect.any(String) });
  expect(again).toBe(second);
});

test('what the build keeps is taken by this very Node', () => {
  const folder = builtUrl('cached/');
  const paths = readdirSync(folder)
    .filter((name) => /^mcp-.*\.cjs$/.test(name))
    .map((name) => fileURLToPath(new URL(name, folder)));
  expect(paths).toHaveLength(3);
  const script = `import { compileCached } from ${JSON.stringify(builtUrl('cached-code.js').href)};
    for (const path of ${JSON.stringify(paths)}) console.log(compileCached(path).cachedDataRejected);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(said).toBe('false\n'.repeat(3));
});
