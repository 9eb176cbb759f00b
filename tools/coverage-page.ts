import stored from '../test/coverage.json' with { type: 'json' };

interface Covered {
  /** Whose tests were run: those beside the code of the folder, or all. */
  readonly tests: string;
  /** Reached, and all. */
  readonly lines: readonly number[];
  readonly branches: readonly number[];
}

const results: Readonly<Record<string, Covered>> = stored;

/** The page about what the tests reach, from the last `npm run coverage`. */
export function toCoveragePage(): string {
  return `${[
    '# What the tests reach',
    'Lines and branches that run inside the test processes, as last measured by `npm run coverage`, or by `npm run coverage -- src/engine/text/edit` for a folder with the tests beside its code. The whole-daemon tests of `test/` start the built program as a user would; what only they reach runs in other processes and is not counted here, so the parts that start, listen and print look worse than they are. A folder that is not listed has not been measured yet.',
    [
      '| folder | lines | branches | of so many lines | tests |',
      '|---|---|---|---|---|',
      ...Object.entries(results).map(([name, { tests, lines, branches }]) =>
        [
          `| \`${name}\``,
          toShare(lines),
          toShare(branches),
          String(lines[1]),
          `${tests === 'own' ? 'beside the code' : 'all'} |`,
        ].join(' | '),
      ),
    ].join('\n'),
    'A line that runs is not yet a line that is tested: [mutants.md](mutants.md) says how many changes of the code the tests notice.',
  ].join('\n\n')}\n`;
}

function toShare([reached = 0, all = 0]: readonly number[]): string {
  return all === 0 ? '' : `${((100 * reached) / all).toFixed(1)} %`;
}
