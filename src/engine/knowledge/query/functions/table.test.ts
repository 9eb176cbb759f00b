import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { queryFunctions } from './table.ts';

const page = readFileSync(new URL('../../../../../docs/query.md', import.meta.url), 'utf8');

test('the page about queries names every function', () => {
  const listed = /Functions: `([^`]+)`/.exec(page)?.[1]?.split(' ');
  expect(listed).toEqual([...queryFunctions.keys()].sort());
});

test('the page about queries has the limits in force', () => {
  expect(page).toContain(`ends after ${limits.queryMs / 1000} seconds`);
  expect(page).toContain(`at most ${limits.queryRowsMax.toLocaleString('en')} rows`);
});
