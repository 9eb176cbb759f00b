import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const tests = ['bench', 'dashboard', 'faults', 'plugin', 'src', 'test'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && !name.includes('/node_modules/')),
);
/**
 * Programs of others, what is published as it is used, walks through the documentation, and the
 * tests of our own test tools:
 * `npm run test:slow`.
 */
const slow = tests.filter((name) =>
  /^test\/(examples|package|readme|cli\/tour|mcp\/(conformance|inspector-\w+)|local\/library-types|support\/postgres)\.test|^faults\/ledger-model/.test(
    name,
  ),
);
const quick = tests.filter((name) => !slow.includes(name));
/**
 * Tests that replace modules or measure the memory of their process have a process each; all others
 * share a few, and load each module once.
 */
const apart = quick.filter((name) =>
  /\bvi\.(m|doM)ock\(|liveHeap/.test(readFileSync(`${root}${name}`, 'utf8')),
);

const shared = {
  setupFiles: ['test/support/each-file.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A busy machine is no failure: what polls waits as long as `until` does.
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/whole-run.ts'],
    // One more than the cores that we count on: many tests wait for a process or for a timer.
    maxWorkers: 3,
    // The next run of the same sources does not transform them again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: quick.filter((name) => !apart.includes(name)),
          isolate: false,
        },
      },
      { test: { ...shared, name: 'apart', include: apart } },
      { test: { ...shared, name: 'slow', include: slow, isolate: false } },
    ],
  },
});
