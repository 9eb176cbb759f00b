import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isSameSecret } from '../../kit/secrets.ts';

/** The secret of one run: whoever can read its file may come in. */
export interface Token {
  readonly text: string;
  /** Takes the same time for every guess. */
  is(guess: string): boolean;
}

export function newToken(): Token {
  const text = randomBytes(32).toString('hex');
  return { text, is: (guess) => isSameSecret(guess, text) };
}

/** Appears complete and closed to others, or not at all. Clients take its appearance for readiness. */
export function writeTokenFile(file: string, { text }: Token): void {
  const temporary = join(dirname(file), `.token-${randomBytes(6).toString('hex')}`);
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

/** Another daemon may have put its own token there since; that one stays. */
export function removeTokenFile(file: string, { text }: Token): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  } catch {
    // Somebody else removed it.
  }
}
