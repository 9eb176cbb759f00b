import { randomInt } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id that sorts by time, can be typed, and does not repeat: 10 characters of time, 6 of chance. */
export function newId(nowMs: number = Date.now()): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let chance = '';
  for (let i = 0; i < 6; i++) chance += alphabet.charAt(randomInt(32));
  return time + chance;
}
