import { expect, test } from 'vitest';
import { describeProgress, paced, type StepProgress, toFraction } from './progress.ts';

test('planning is the first half of the way, writing the second', () => {
  expect(toFraction({ stage: 'planning', done: 50, total: 100 })).toBe(0.25);
  expect(toFraction({ stage: 'writing', done: 50, total: 100 })).toBe(0.75);
  expect(toFraction({ stage: 'writing', done: 0, total: 0 })).toBe(1);
  expect(describeProgress({ stage: 'writing', done: 64, total: 1000 })).toBe(
    'Wrote 64 of 1000 files.',
  );
});

test('what is told goes forward and is never hurried', () => {
  const told: StepProgress[] = [];
  let now = 0;
  const tell = paced(
    (progress) => told.push(progress),
    100,
    () => now,
  );
  const at = (moment: number, stage: StepProgress['stage'], done: number) => {
    now = moment;
    tell({ stage, done, total: 100 });
  };
  at(0, 'planning', 10);
  at(50, 'planning', 20);
  at(120, 'planning', 30);
  // A plan is made again when somebody else was faster.
  at(300, 'planning', 10);
  at(500, 'writing', 5);
  expect(told.map(({ stage, done }) => `${stage} ${done}`)).toEqual([
    'planning 10',
    'planning 30',
    'writing 5',
  ]);
});
