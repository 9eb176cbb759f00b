import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printed } from './support/child.ts';
import { freshFolder } from './support/folder.ts';
import { loadedWith } from './support/static-imports.ts';

/** A package whose only program prints a word. */
function makePackage() {
  const root = freshFolder();
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'dist'));
  const loader = fileURLToPath(new URL('../bin/load.cjs', import.meta.url));
  cpSync(loader, join(root, 'bin/load.cjs'));
  const kept = () => {
    const name = readdirSync(join(root, '.cache')).find((each) => each.startsWith('word-'));
    return join(root, '.cache', name ?? 'nothing');
  };
  return {
    root,
    kept,
    build(word: string, digest: string) {
      writeFileSync(join(root, 'dist/word.cjs'), `//${digest}\nexports.say = () => '${word}';`);
    },
    run: () =>
      printed(process.execPath, ['-p', `require('${root}/bin/load.cjs').load('word').say()`]),
  };
}

// Later versions of Node keep compiled code themselves.
const isOurs = !('enableCompileCache' in nodeModule);

test.runIf(isOurs)('compiled code is kept once, and used again', async () => {
  const { build, run, kept } = makePackage();
  build('apple', 'a1');
  expect(await run()).toBe('apple\n');
  const first = readFileSync(kept());
  expect(await run()).toBe('apple\n');
  expect(readFileSync(kept()).equals(first)).toBe(true);
});

test('code that was built again is not taken for the code before it', async () => {
  const { build, run } = makePackage();
  build('apple', 'a1');
  await run();
  build('lemon', 'b2');
  expect(await run()).toBe('lemon\n');
});

test.runIf(isOurs)('what is not compiled code is ignored, and replaced', async () => {
  const { build, run, kept } = makePackage();
  build('apple', 'a1');
  await run();
  const good = readFileSync(kept()).length;
  writeFileSync(kept(), 'nonsense');
  expect(await run()).toBe('apple\n');
  expect(readFileSync(kept()).length).toBe(good);
});

test('a package that cannot be written to runs', async () => {
  const { root, build, run } = makePackage();
  build('apple', 'a1');
  // A file in the place of the folder stops the administrator, too.
  writeFileSync(join(root, '.cache'), '');
  chmodSync(join(root, '.cache'), 0o400);
  expect(await run()).toBe('apple\n');
});

test('an agent gets its list of tools without a schema being made', () => {
  const needed = ['mcp.ts', 'mcp-own.ts', '../protocols/mcp/vault/backend.ts'];
  const loaded = loadedWith(
    needed.map((name) => fileURLToPath(new URL(`../src/daemon/${name}`, import.meta.url))),
  );
  expect([...loaded].some((each) => each.endsWith('engine/engine.ts'))).toBe(true);
  expect([...loaded].filter((each) => each === 'zod' || each === 'smol-toml')).toEqual([]);
});
