import { expect, test } from 'vitest';
import { isVaultError } from '../../../../contract/errors.ts';
import { type RenamedAnchor, renameBlock, renameHeading, toLinkName } from './rename-anchor.ts';

const fails = (rename: () => unknown, code: string) => {
  try {
    rename();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    expect([thrown.code, Boolean(thrown.about.hint)]).toEqual([code, true]);
    return;
  }
  expect.unreachable(`no ${code}`);
};

const leads = (
  { newSubpath }: RenamedAnchor,
  links: Readonly<Record<string, string | undefined>>,
) =>
  expect(Object.fromEntries(Object.keys(links).map((each) => [each, newSubpath(each)]))).toEqual(
    links,
  );

test.each([
  ['# A\nA\n', 'A', '# B\nA\n'],
  ['x A\n\n## A ##\n# C\n', 'A', 'x A\n\n## B ##\n# C\n'],
  ['A\n===\r\nA\r\n', 'A', 'B\n===\r\nA\r\n'],
  ['# P\n## A\n# Q\n## A\n', 'Q::A', '# P\n## A\n# Q\n## B\n'],
])('in %j the heading %s gets another text', (before, locator, after) =>
  expect(renameHeading(before, locator, 'B').text).toBe(after),
);

test('links to a renamed heading and through it are led there', () =>
  leads(renameHeading('# A\n## B\n### C\n# D\ntext ^A\n', 'B', 'N: 1'), {
    '#B': '#N 1',
    '#b': '#N 1',
    '#A#B': '#A#N 1',
    '##B': '##N 1',
    '#A##B#C': '#A##N 1#C',
    '#B#C': '#N 1#C',
    '#B#': '#N 1#',
    '#A': undefined,
    '#C': undefined,
    '#D#B': undefined,
    '#^B': undefined,
    '#B#^x': undefined,
    '#': undefined,
    '': undefined,
  }));

test.each([
  ['two lines', 'a\nb'],
  ['nothing', ''],
  ['only marks', '[#]'],
  ['blanks around it', ' a'],
])('a heading cannot become %s', (_what, name) =>
  fails(() => renameHeading('# A\n# C\n', 'A', name), 'invalid-input'),
);

test('a name that would change the level is none', () =>
  fails(() => renameHeading('A\n===\n', 'A', '## x'), 'invalid-input'));

test('a heading keeps apart from the others, but may be spelled anew', () => {
  fails(() => renameHeading('# A\n# B c\n', 'A', 'b  C!'), 'already-exists');
  fails(() => renameHeading('# A\n', 'Z', 'x'), 'target-missing');
  expect(renameHeading('# A b\n', 'A b', 'a B').text).toBe('# a B\n');
});

test('signs that a link cannot hold are left out of it', () => {
  expect(toLinkName(' a #|^ b: c%%[d]\\ ')).toBe('a b c d');
  expect(toLinkName('a  \t b')).toBe('a b');
});

test('a block gets another id, and links to it are led there', () => {
  const renamed = renameBlock('one ^b\n\n- two ^b2\n', 'B', 'New-1');
  expect(renamed.text).toBe('one ^New-1\n\n- two ^b2\n');
  leads(renamed, {
    '#^b': '#^New-1',
    '#^B': '#^New-1',
    '#A#^b': '#A#^New-1',
    '#^b2': undefined,
    '#b': undefined,
  });
});

test('a block id is refused when it is none, taken or not there', () => {
  for (const id of ['', 'a b', '^a', 'a!', '!a'])
    fails(() => renameBlock('x ^b\n', 'b', id), 'invalid-input');
  fails(() => renameBlock('x ^b\n\ny ^c\n', 'b', 'C'), 'already-exists');
  fails(() => renameBlock('x ^b\n', 'z', 'c'), 'target-missing');
  expect(renameBlock('x ^b\n', 'b', 'B').text).toBe('x ^B\n');
});
