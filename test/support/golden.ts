import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** How many lines are shown, from the first one that differs. */
const shownLines = 8;

/** Compares with a file that is written when it is missing, or when UPDATE_GOLDEN is set. */
export function matchesGolden(file: URL, text: string): void {
  if (!existsSync(file) || process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  const lines = text.split('\n');
  const golden = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line, at) => line !== golden[at]);
  const from = first === -1 ? lines.length : first;
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1);
  expect(
    lines.slice(from, from + shownLines),
    `${name} differs in line ${from + 1}; UPDATE_GOLDEN=1 writes it again`,
  ).toEqual(golden.slice(from, from + shownLines));
}
