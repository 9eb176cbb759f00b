import { expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import type { Properties } from '../../markdown/note.ts';
import { isEqualData } from './plain-data.ts';
import { readMapping, rewriteMapping } from './yaml-splice.ts';

const set = (source: string, change: Properties, eol = '\n'): string =>
  rewriteMapping(source, { ...readMapping(source), ...change }, eol);

const check = (before: string, change: Properties, after: string) =>
  expect(set(before, change)).toBe(after);

test('a scalar keeps its key, its spacing and its comment', () =>
  check('a:   1  # one\nb: 2\n', { a: 5 }, 'a:   5  # one\nb: 2\n'));

test('Y19 only the bytes of the value change', () =>
  check('# c\nrating: 3 # x\nlist: [a,b]\n', { rating: 4 }, '# c\nrating: 4 # x\nlist: [a,b]\n'));

test('a text takes over the quotes it replaces', () =>
  check(`a: 'x'\nb: "y"\n`, { a: "it's", b: 'z' }, `a: 'it''s'\nb: "z"\n`));

test('a text that would read as another type is quoted', () =>
  check('a: x\n', { a: '5' }, 'a: "5"\n'));

test('a link is quoted', () => check('', { l: '[[A]]' }, 'l: "[[A]]"\n'));

test('a value joins an empty entry, before its comment', () =>
  check('a: # why\nb:\n', { a: 1, b: [2] }, 'a: 1 # why\nb:\n  - 2\n'));

test('a scalar becomes a list below its comment', () =>
  check('a: x # why\nb: 1\n', { a: ['x', 'y'] }, 'a: # why\n  - x\n  - y\nb: 1\n'));

test('a block list becomes a scalar', () =>
  check('a: # why\n  - x\n  - y\nb: 1\n', { a: 1 }, 'a: 1 # why\nb: 1\n'));

test('an item joins a block list at the same indentation', () =>
  check('a:\n- x # c\n- y\nb: 1\n', { a: ['x', 'y', 'z'] }, 'a:\n- x # c\n- y\n- z\nb: 1\n'));

test('an item leaves a block list with its comment', () =>
  check('a:\n  - x # c\n  # d\n  - "y"\n', { a: ['y'] }, 'a:\n  # d\n  - "y"\n'));

test('items join and leave a flow list in its own spacing', () => {
  check('a: [ x,y , z ]\n', { a: ['x', 'y', 'z', 'w'] }, 'a: [ x,y , z, w ]\n');
  check('a: [x, y, z]\n', { a: ['y', 'z'] }, 'a: [y, z]\n');
  check('a: [x, y, z]\n', { a: ['x', 'y'] }, 'a: [x, y]\n');
  check('a: [x, y]\n', { a: ['w', 'x', 'y'] }, 'a: [w, x, y]\n');
});

test('one item is swapped in place', () => {
  check("a: ['x', y]\n", { a: ['q', 'y'] }, "a: ['q', y]\n");
  check('a:\n  - x # c\n  - y\n', { a: ['q', 'y'] }, 'a:\n  - q # c\n  - y\n');
});

test('nested entries are edited in place', () =>
  check(
    'a:\n  b: 1 # one\n  c: [x]\nd: 2\n',
    { a: { b: 3, c: ['x'], e: 'new' } },
    'a:\n  b: 3 # one\n  c: [x]\n  e: new\nd: 2\n',
  ));

test('a text of several lines becomes a literal block, and back', () => {
  check('a: x\nb: 1\n', { a: 'l1\nl2' }, 'a: |-\n  l1\n  l2\nb: 1\n');
  check('a: |\n  l1\n  l2\nb: 1\n', { a: 'x' }, 'a: x\nb: 1\n');
});

test('a new key comes last, after trailing comments', () =>
  check('a: 1\n# end\n', { 'b.c': null }, 'a: 1\n# end\nb.c: null\n'));

test('a value that goes leaves nothing behind its key', () =>
  check('a: 1 # why\nb: 2\n', { a: null }, 'a: # why\nb: 2\n'));

test('double quotes keep a line break on their line', () =>
  check('a: "x"\n', { a: 'x\ny' }, 'a: "x\\ny"\n'));

test('single quotes give way to a block, where a line break would be folded', () =>
  check("a: 'x'\n", { a: 'x\ny' }, 'a: |-\n  x\n  y\n'));

test('a line break inside a flow list is escaped', () => {
  check('a: [x]\n', { a: ['x', 'l1\nl2'] }, 'a: [x, "l1\\nl2"]\n');
  check("a: ['x']\n", { a: ['l1\nl2'] }, 'a: ["l1\\nl2"]\n');
});

test('an object that occurs twice is written twice', () => {
  const twin = { b: 1 };
  check('', { a: [twin, twin] }, 'a:\n  - b: 1\n  - b: 1\n');
});

test('CRLF stays', () =>
  expect(set('a: 1\r\nl:\r\n  - x\r\n', { a: 2, l: ['x', 'y'], n: 'p\nq' }, '\r\n')).toBe(
    'a: 2\r\nl:\r\n  - x\r\n  - y\r\nn: |-\r\n  p\r\n  q\r\n',
  ));

test('a long line is not folded', () => {
  const long = 'word '.repeat(60).trim();
  check('', { a: long }, `a: ${long}\n`);
});

test('keys that objects inherit are ordinary keys', () =>
  check('a: 1\n', { toString: 1, ['__proto__']: 2 }, 'a: 1\ntoString: 1\n__proto__: 2\n'));

const refused = (source: string, next: (now: Properties) => Properties) => {
  try {
    rewriteMapping(source, next(readMapping(source)), '\n');
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason;
    throw thrown;
  }
  return 'done';
};

test('what cannot be edited in place is refused', () => {
  const add = (now: Properties) => ({ ...now, k: 1 });
  expect(refused('a: b: c\n', add)).toBe('frontmatter-invalid');
  expect(refused('a: 1\na: 2\n', add)).toBe('frontmatter-invalid');
  expect(refused('- a\n', add)).toBe('frontmatter-invalid');
  expect(refused('just text\n', add)).toBe('frontmatter-invalid');
  expect(refused('{"a": 1}\n', add)).toBe('frontmatter-invalid');
  expect(refused('x: &r 1\ny: *r\n', ({ y }) => ({ y }))).toBe('frontmatter-invalid');
  expect(refused('x: &r 1\ny: *r\n', ({ y }) => ({ x: 2, y }))).toBe('frontmatter-invalid');
});

test('a bomb of aliases is refused', () => {
  const levels = Array.from({ length: 12 }, (_, i) =>
    i === 0
      ? 'a0: &a0 [x]'
      : `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
  );
  expect(refused(`${levels.join('\n')}\n`, (now) => now)).toBe('frontmatter-invalid');
});

const json = fc.jsonValue({ maxDepth: 3 });
const mapping = fc.dictionary(fc.string({ minLength: 1 }), json, { maxKeys: 6 });

test('any mapping is written and read back', () =>
  fc.assert(
    fc.property(mapping, mapping, fc.constantFrom('\n', '\r\n'), (first, second, eol) => {
      const one = rewriteMapping('', first, eol);
      expect(isEqualData(readMapping(one), first)).toBe(true);
      const two = rewriteMapping(one, second, eol);
      expect(isEqualData(readMapping(two), second)).toBe(true);
    }),
    { numRuns: 400 },
  ));

test('an entry that stays equal keeps its bytes when its neighbours change', () =>
  fc.assert(
    fc.property(json, json, (old, fresh) => {
      const around = ['# top', "keep: 'q'   # why", 'flow: { a: 1,b: [ 2 ] }', '# end', ''];
      const [head, tail] = [around.slice(0, 2).join('\n'), around.slice(2).join('\n')];
      const middle = rewriteMapping('', { k: old }, '\n');
      const result = set(`${head}\n${middle}${tail}`, { k: fresh });
      expect(result.startsWith(`${head}\nk:`)).toBe(true);
      expect(result.endsWith(tail)).toBe(true);
    }),
    { numRuns: 400 },
  ));

test('adding keys and taking them away again leaves the same bytes', () =>
  fc.assert(
    fc.property(mapping, mapping, (first, second) => {
      const source = `# top\n${rewriteMapping('', first, '\n')}# end\n`;
      const fresh = Object.fromEntries(
        Object.entries(second).filter(([key]) => !Object.hasOwn(first, key)),
      );
      expect(rewriteMapping(set(source, fresh), first, '\n')).toBe(source);
    }),
    { numRuns: 400 },
  ));
