import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests that stand beside the mutated code and around it, without a build before each run. */
export default defineConfig({
  test: {
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    // What random notes show differs from run to run, and what only luck notices is not held by a test.
    exclude: ['**/*.property.test.ts'],
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
