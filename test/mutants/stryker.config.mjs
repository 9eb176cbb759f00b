// Mutates one folder of the engine at a time; scripts/mutants.mjs says which.
const [folder, files] = [process.env.MUTANT_FOLDER, process.env.MUTANT_FILES];

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  mutate: files.split(','),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Long, since a machine that stands still for a minute is no test that notices; an endless loop is known by its turns.
  timeoutMS: 300_000,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportMutants: false,
  },

  incremental: true,
  // What is found out when a module is loaded counts as held by no test, and would never be tried again.
  force: process.env.MUTANT_AGAIN !== 'yes',
  incrementalFile: `test/mutants/reports/${folder.replace('/', '-')}.incremental.json`,
  // There is one, but the type checker behind it is not the one that Stryker knows.
  tsconfigFile: 'no-tsconfig.json',
  tempDirName: '.mutants',
  ignorePatterns: [
    'bench',
    'dashboard',
    'docs',
    'example-vault',
    'faults',
    'test/tools',
    'coverage',
  ],
  allowEmpty: true,
};
