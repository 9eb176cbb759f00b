import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,dashboard,test}/**/*.test.ts', 'bench/*.test.ts'],
    // Children and worker threads run the built files, so the build comes first.
    globalSetup: ['test/support/build.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A busy machine is no failure: whoever polls waits as long as a test may.
    expect: { poll: { timeout: 60_000 } },
    // Where one red run costs a day, a test that fails is run once more; the report says which.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
  },
});
