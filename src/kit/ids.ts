import { randomInt } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

let last = { ms: 0, chance: 0 };

/**
 * An id that sorts by time, can be typed, and does not repeat: 10 characters of time, 6 of chance.
 * Ids that one process makes within a millisecond sort in the order they were made.
 */
export function newId(nowMs: number = Date.now()): string {
  const chance = nowMs === last.ms ? last.chance + randomInt(1, 1000) : randomInt(2 ** 29);
  last = { ms: nowMs, chance };
  return encode(nowMs, 10) + encode(chance, 6);
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
