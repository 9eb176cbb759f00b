import { Fifo } from './fifo.ts';

/** Runs work as long as its weight together stays within a limit. First come, first served. */
export interface Budget {
  /** Work heavier than the whole budget runs alone. */
  hold<T>(weight: number, run: () => Promise<T>): Promise<T>;
}

export function createBudget(weightMax: number): Budget {
  const waiting = new Fifo<{ readonly weight: number; readonly go: () => void }>();
  let held = 0;

  const admit = (): void => {
    for (let next = waiting.peek(); next !== undefined; next = waiting.peek()) {
      if (held > 0 && held + next.weight > weightMax) return;
      waiting.shift();
      held += next.weight;
      next.go();
    }
  };

  return {
    async hold(weight, run) {
      await new Promise<void>((go) => {
        waiting.push({ weight, go });
        admit();
      });
      try {
        return await run();
      } finally {
        held -= weight;
        admit();
      }
    },
  };
}
