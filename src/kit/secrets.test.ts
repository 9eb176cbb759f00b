import { expect, test, vi } from 'vitest';

const compared: [number, number][] = [];
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  return {
    ...crypto,
    timingSafeEqual: (a: Buffer, b: Buffer) => {
      compared.push([a.length, b.length]);
      return crypto.timingSafeEqual(a, b);
    },
  };
});
const { isSameSecret } = await import('./secrets.ts');

test('a secret is the same only to the last byte', () => {
  expect(isSameSecret('token-1234', 'token-1234')).toBe(true);
  expect(isSameSecret(Buffer.from('token-1234'), 'token-1234')).toBe(true);
  for (const wrong of ['', 'token-123', 'token-1235', 'token-12345', 'Token-1234']) {
    expect(isSameSecret(wrong, 'token-1234')).toBe(false);
  }
});

test('every guess takes one comparison of equal lengths, however long its right beginning is', () => {
  compared.length = 0;
  const token = 'a'.repeat(43);
  const guesses = Array.from({ length: 60 }, (_, right) => token.slice(0, right).padEnd(50, '_'));
  for (const guess of guesses) isSameSecret(guess, token);
  expect(compared).toEqual(guesses.map(() => [32, 32]));
});
