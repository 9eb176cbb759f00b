import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorCodes } from '../src/contract/errors.ts';
import { pages } from '../tools/pages.ts';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

test('docs/errors.md has a paragraph for every error code, in order', () => {
  const listed = [...read('docs/errors.md').matchAll(/^## (.+)$/gm)].map(([, code]) => code);
  expect(listed).toEqual([...errorCodes]);
});

test('error codes are sorted', () => expect([...errorCodes].sort()).toEqual([...errorCodes]));

for (const { path, make } of pages) {
  test(`${path} is what npm run gen would write`, () => expect(read(path)).toBe(make()));
}
