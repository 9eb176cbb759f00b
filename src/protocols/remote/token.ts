import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { isSameSecret } from '../../kit/secrets.ts';

/** The secret of one run. A process that can read its file may connect. */
export interface Token {
  readonly text: string;
  /** Takes the same time for every guess. */
  is(guess: string): boolean;
}

export function newToken(): Token {
  const text = randomBytes(32).toString('hex');
  return { text, is: (guess) => isSameSecret(guess, text) };
}

/** Another daemon may have written its own token there since; that one stays. */
export function removeTokenFile(file: string, { text }: Token): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  } catch {
    // It is gone already.
  }
}
