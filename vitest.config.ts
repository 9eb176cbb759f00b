import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,dashboard,test}/**/*.test.ts', 'bench/*.test.ts'],
    // Children and worker threads run the built files, so the build comes first.
    globalSetup: ['test/support/build.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A busy machine is no failure: whoever polls waits as long as a test may.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
});
