import { expect, test } from 'vitest';
import { memorySource } from '../../../../../test/support/memory-source.ts';
import type { Files } from '../../../../../test/support/query.ts';
import { finish } from '../../../../../test/support/query.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { QueryBudget } from '../budget.ts';
import { guardedPatterns } from '../patterns.ts';
import type { NoteHit } from '../questions.ts';
import { runRule } from './run.ts';

const patterns = guardedPatterns();
const run = (rule: unknown, files: Files): NoteHit[] =>
  finish(runRule(rule, { source: memorySource(files), patterns, budget: new QueryBudget() }));

const note = (fields: string) => `---\n${fields}\n---\n`;
const check = (rule: unknown, files: Files, hits: Record<string, unknown>) =>
  expect(
    Object.fromEntries(run(rule, files).map(({ filename, result }) => [filename, result])),
  ).toEqual(hits);
const one = { 'n.md': '' };
const reasonOf = (rule: unknown, files: Files = one) => {
  try {
    return run(rule, files);
  } catch (thrown) {
    return isVaultError(thrown) ? `${thrown.about.reason}: ${thrown.message}` : thrown;
  }
};

test('J1 a tag in the list of tags', () =>
  check(
    { in: ['t', { var: 'tags' }] },
    { 'n.md': note('tags: [t]'), 'm.md': note('tags: t') },
    { 'n.md': true },
  ));
test('J2 a star crosses folders', () =>
  check(
    { glob: ['journal/*', { var: 'path' }] },
    { 'journal/a/b.md': '', 'x.md': '' },
    { 'journal/a/b.md': true },
  ));
test('J3 a question mark is itself', () => check({ glob: ['a?c', 'abc'] }, one, {}));
test('J4 braces are themselves', () => check({ glob: ['{a,b}', 'a'] }, one, {}));
test('J5 a pattern anchored by itself', () =>
  check(
    { regexp: ['^daily/', { var: 'path' }] },
    { 'daily/x.md': '', 'y.md': '' },
    { 'daily/x.md': true },
  ));
test('J6 only texts match', () => check({ regexp: ['a', 5] }, one, {}));
test('J7 equality is that of JavaScript', () => check({ '==': [1, '1'] }, one, { 'n.md': true }));
test('J8 null is not zero', () => check({ '==': [null, 0] }, one, {}));
test('J9 an empty list is no hit', () =>
  check({ var: 'frontmatter.a' }, { 'n.md': note('a: []') }, {}));
test('J10 the value is the result', () =>
  check({ var: 'frontmatter.a' }, { 'n.md': note('a: x') }, { 'n.md': 'x' }));
test('J11 an unknown operator is refused by name', () =>
  expect(reasonOf({ unknown: [1] })).toMatch(/^logic-invalid: .*"unknown"/));
test('J12 newer than a moment', () =>
  check(
    { '>': [{ var: 'stat.mtime' }, 1704067200000] },
    { 'new.md': { text: '', mtimeMs: 1704067200001 }, 'old.md': { text: '', mtimeMs: 0 } },
    { 'new.md': true },
  ));
test('J13 an evil pattern ends in time', () => {
  const files = { 'n.md': `${'a'.repeat(5000)}!` };
  check({ regexp: ['(a+)+$', { var: 'content' }] }, files, {});
  expect(() => run({ regexp: ['(?=a)(a+)+$', { var: 'content' }] }, files)).toThrow(
    expect.objectContaining({ code: 'timed-out' }),
  );
});

test('operators deep inside are looked at before any file is', () =>
  expect(reasonOf({ and: [true, { if: [{ '!': [{ eval: ['x'] }] }, 1, 2] }] }, {})).toMatch(
    /"eval"/,
  ));
test('several operators at the top are refused, none match nothing', () => {
  expect(reasonOf({ '==': [1, 1], '!=': [1, 1] })).toMatch(/^logic-invalid/);
  check({}, one, {});
});
test('a broken pattern names the file', () =>
  expect(() => run({ regexp: ['(', { var: 'path' }] }, one)).toThrow(
    expect.objectContaining({
      about: expect.objectContaining({ path: 'n.md', reason: 'logic-invalid' }),
    }),
  ));
test('members that are not the data’s own do not exist', () => {
  check({ var: 'constructor.name' }, one, {});
  check({ var: '__proto__' }, one, {});
  check({ var: 'tags.length' }, { 'n.md': '#a #b' }, { 'n.md': 2 });
});
test('links, backlinks and unresolved links by path', () => {
  const files = { 'a.md': '[[b]] [[nowhere]]', 'b.md': '' };
  check({ in: ['b.md', { var: 'links' }] }, files, { 'a.md': true });
  check({ in: ['a.md', { var: 'backlinks' }] }, files, { 'b.md': true });
  check({ var: 'unresolvedLinks' }, files, { 'a.md': ['nowhere'] });
});
test('operands the other way round are put right', () =>
  check({ glob: [{ var: 'path' }, 'n*'] }, one, { 'n.md': true }));
test('operands that are positions are not turned', () => {
  const context = { source: memorySource({ 'n.md': note('url: x/*') }), patterns };
  const rule = { glob: [{ var: 'frontmatter.url' }, 'x/a'] };
  const hits = (operands?: 'pattern first') =>
    finish(runRule(rule, { ...context, budget: new QueryBudget(), operands }));
  expect(hits('pattern first')).toEqual([{ filename: 'n.md', result: true }]);
  expect(hits()).toEqual([]);
});

test('a rule cannot grow a value without end', () => {
  const grow = { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] };
  const many = Array.from({ length: 40 }, (_, i) => i);
  expect(reasonOf({ reduce: [many, grow, [1]] })).toMatch(/^logic-invalid/);
  const share = [{ var: 'accumulator' }, { var: 'accumulator' }];
  expect(reasonOf({ reduce: [many, share, [1]] })).toMatch(/^logic-invalid/);
});
test('lists inside lists inside lists are too much', () =>
  expect(reasonOf({ map: [[1], { map: [[1], { map: [[1], 1] }] }] })).toMatch(/^logic-invalid/));
