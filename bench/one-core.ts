import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Runs something while the processes share one core, where the system can do that. Two that wait for
 * each other on two cores measure mostly how long a sleeping core takes to wake up.
 */
export async function onOneCore<Result>(
  pids: readonly (number | undefined)[],
  run: () => Promise<Result>,
): Promise<Result> {
  const pin = (cores: string): void => {
    for (const pid of pids) if (pid !== undefined) spawnSync('taskset', ['-apc', cores, `${pid}`]);
  };
  const all = `0-${availableParallelism() - 1}`;
  pin('0');
  try {
    return await run();
  } finally {
    pin(all);
  }
}
