import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Cases of the specification. Tests, and rows of tests, are named by their numbers. */
const caseCount = 232;

const here = import.meta.dirname;
const files = [
  ...readdirSync(here).map((name) => join(here, name)),
  join(here, '../support/section-cases.ts'),
];

/** The numbers that a name begins with, each by itself: `31, 32 folders` or `149 and 150`. */
const numbers =
  /(?<=(?:test\(|name: |\[)\s*)['"`](\d{1,3}(?:(?:, | and )\d{1,3})*)(?: (?!to \d)|['"`])/g;

test('every case of the specification is tested by its number', () => {
  const tested = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(numbers)].flatMap(([, list = '']) =>
        list.split(/, | and /).map(Number),
      ),
    ),
  );
  const all = Array.from({ length: caseCount }, (_, index) => index + 1);
  expect(all.filter((number) => !tested.has(number))).toEqual([]);
});
