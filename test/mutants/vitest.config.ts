import { defineConfig } from 'vitest/config';

/** The tests that stand beside the mutated code and around it, without a build before each run. */
export default defineConfig({
  test: {
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    testTimeout: 60_000,
    maxWorkers: 1,
  },
});
