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
 * Tests that replace modules or measure the memory of their process have a process each; all others
 * share two, and load each module once.
 */
const apart = tests.filter((name) =>
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
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: tests.filter((name) => !apart.includes(name)),
          isolate: false,
        },
      },
      { test: { ...shared, name: 'apart', include: apart } },
    ],
  },
});
