import { test as addTest, TestRunner } from 'vitest';

type Test = Parameters<typeof TestRunner.getTestFn>[0];
type Source = Parameters<TestRunner['importFile']>[1];

/** Runs the tests so that a mutant which breaks them at once, or makes them wait forever, is noticed. */
export default class extends TestRunner {
  /** A file that cannot be loaded has no tests, and none of them would fail. */
  override async importFile(path: string, source: Source): Promise<unknown> {
    try {
      return await super.importFile(path, source);
    } catch (thrown) {
      if (source !== 'collect') throw thrown;
      return addTest('the file can be loaded', () => Promise.reject(thrown));
    }
  }

  async runTask(test: Test): Promise<void> {
    const life = lifetime();
    try {
      await Promise.race([TestRunner.getTestFn(test)?.(), life.end]);
    } finally {
      life.stop();
    }
  }
}

const tickMs = 50;
/** Five seconds, where a test of the unchanged code takes one at most. */
const ticksMax = 100;

/** Rejects after some time of being awake: a machine that stands still for a minute is no test that notices. */
function lifetime(): { readonly end: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      ticks++;
      if (ticks === ticksMax) reject(new Error('The test waits for something that never happens.'));
    }, tickMs);
  });
  return { end, stop: () => clearInterval(timer) };
}
