import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { protocolNames } from '../contract/callers.ts';
import { operations, servedAt } from './index.ts';

test('the operations are sorted by name, and no name stands twice', () => {
  const names = operations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('no protocol has two operations under one name', () => {
  for (const protocol of protocolNames) {
    const names = operations.flatMap(({ at }) => at[protocol] ?? []);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('failures are sorted, and every summary is a sentence', () => {
  for (const { fails = [], summary } of operations) {
    expect(fails).toEqual([...new Set(fails)].sort());
    expect(summary).toMatch(/^[A-Z].*\.$/);
  }
});

test('the web serves what is declared for it, and all that the dashboard asks for', () => {
  const served = servedAt('web');
  // Contents of files have requests of their own; everything else is called by its name.
  const called = [...served].filter(([name]) => !/^[A-Z]+ /.test(name));
  for (const [name, operation] of called) expect(name).toBe(operation.name);
  const page = readFileSync(new URL('../../dashboard/api/operations.ts', import.meta.url), 'utf8');
  const asked = [...page.matchAll(/'([\w.]+)': typeof/g)].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !served.has(name))).toEqual([]);
  const notForPeople = [...served.keys()].filter((name) => /^bundle\./.test(name));
  expect(notForPeople).toEqual([]);
});
