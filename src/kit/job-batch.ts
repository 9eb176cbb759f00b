/**
 * Collects the jobs of one iteration of the event loop and runs them together inside `around`,
 * which can take a lock once for all of them. A job that fails fails alone.
 */
export function createJobBatch(around: (run: () => void) => void): <T>(job: () => T) => Promise<T> {
  let waiting: { run: () => void; fail: (thrown: unknown) => void }[] = [];
  const runAll = (): void => {
    const jobs = waiting;
    waiting = [];
    let done = 0;
    try {
      around(() => {
        for (; done < jobs.length; done++) jobs[done]?.run();
      });
    } catch (thrown) {
      for (const job of jobs.slice(done)) job.fail(thrown);
    }
  };
  return (job) =>
    new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(job());
        } catch (thrown) {
          reject(thrown);
        }
      };
      waiting.push({ run, fail: reject });
      if (waiting.length === 1) setImmediate(runAll);
    });
}
