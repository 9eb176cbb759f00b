import type { Reason } from '../test/mutants/reason.ts';
import { reasons } from '../test/mutants/reasons.ts';
import stored from '../test/mutants/results.json' with { type: 'json' };

interface Survivor {
  readonly line: number;
  readonly was: string;
  readonly is: string;
}

interface Mutated {
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const results: Readonly<Record<string, Readonly<Record<string, Mutated>>>> = stored;

/** The page about the changes of the code that no test notices, from the last `npm run mutants`. */
export function toMutantsPage(): string {
  const folders = Object.entries(results);
  return `${[
    '# Mutants',
    'A mutant is our code with one small change: a condition turned round, a string emptied, a call left out. The tests that stand around the code are run on each of them; a mutant that no test notices survives, and shows either a test that is missing or a change that makes no difference. `npm run mutants` does it for the parts where a mistake would cost somebody a note; `npm run mutants -- text/edit merge.ts` for one file.',
    'Scores are those of the last run of each file. A file that is not listed has not been run since it last changed.',
    [
      '| folder | mutants | noticed | score |',
      '|---|---|---|---|',
      ...folders.map(([name, files]) => toScore(`src/engine/${name}`, Object.values(files))),
    ].join('\n'),
    ...folders.flatMap(([name, files]) => [
      `## src/engine/${name}`,
      [
        '| file | mutants | noticed | score |',
        '|---|---|---|---|',
        ...Object.entries(files).map(([path, file]) => toScore(path, [file])),
      ].join('\n'),
      toSurvivors(files),
    ]),
  ].join('\n\n')}\n`;
}

function toScore(name: string, files: readonly Mutated[]): string {
  const killed = files.reduce((sum, file) => sum + file.killed, 0);
  const all = killed + files.reduce((sum, file) => sum + file.survivors.length, 0);
  return `| \`${name}\` | ${all} | ${killed} | ${((100 * killed) / all).toFixed(1)} % |`;
}

/** The survivors of a folder, those of one reason together. */
function toSurvivors(files: Readonly<Record<string, Mutated>>): string {
  const lines = Object.entries(files).flatMap(([path, { survivors }]) => {
    const file = path.replace(/^.*\//, '');
    const found = survivors.map((survivor) => ({ survivor, reason: findReason(path, survivor) }));
    return [...new Set(found.map(({ reason }) => reason))].map((reason) => {
      const group = found.filter((each) => each.reason === reason).map(({ survivor }) => survivor);
      const changes = group.map(({ line, was, is }) => `${line}: ${toCode(was)} → ${toCode(is)}`);
      return `| \`${file}\` | ${changes.join('<br>')} | ${reason?.why ?? 'Not explained yet.'} |`;
    });
  });
  if (lines.length === 0) return 'None survived.';
  return ['| file | what survived | why |', '|---|---|---|', ...lines].join('\n');
}

function findReason(path: string, { was, is }: Survivor): Reason | undefined {
  return reasons.find(
    ({ file, what }) =>
      (file === undefined || path.endsWith(`/${file}`)) && (what?.test(`${was} → ${is}`) ?? true),
  );
}

/** Code in a table: bars would end the cell. */
function toCode(code: string): string {
  const text = code === '' ? '(nothing)' : code;
  return `\`\` ${text.replaceAll('|', '\\|')} \`\``;
}
