import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce } from './debounce.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('many calls are one run, once they pause', () => {
  let runs = 0;
  const call = debounce(() => runs++, 150, 500);
  for (let i = 0; i < 30; i++) {
    call();
    vi.advanceTimersByTime(3);
  }
  expect(runs).toBe(0);
  vi.advanceTimersByTime(150);
  expect(runs).toBe(1);
});

test('calls that never pause are not late for ever', () => {
  let runs = 0;
  const call = debounce(() => runs++, 150, 500);
  for (let ms = 0; ms < 1100; ms += 50) {
    call();
    vi.advanceTimersByTime(50);
  }
  expect(runs).toBe(2);
});

test('a run that is called off does not happen', () => {
  let runs = 0;
  const call = debounce(() => runs++, 150, 500);
  call();
  call.cancel();
  vi.advanceTimersByTime(1000);
  expect(runs).toBe(0);
});
