import { expect, test } from 'vitest';
import { RateWindow } from './rate-window.ts';

/** Which of the events at these times are counted, with two allowed in ten milliseconds. */
const check = (times: readonly number[], counted: readonly boolean[]) => {
  const window = new RateWindow(2, 10);
  expect(times.map((now) => window.tryAdd(now))).toEqual(counted);
};

test('no more than the limit are counted within the window', () =>
  check([0, 1, 2, 9], [true, true, false, false]));

test('an event leaves the window when the window has passed', () =>
  check([0, 1, 10, 10, 11], [true, true, true, false, true]));

test('what was refused does not fill the window', () =>
  check([0, 0, 5, 5, 5, 10, 10], [true, true, false, false, false, true, true]));
