import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares with a file that is written when it is missing, or when UPDATE_GOLDEN is set. */
export function matchesGolden(file: URL, text: string): void {
  if (!existsSync(file) || process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  const isSame = text === readFileSync(file, 'utf8');
  expect(isSame, `${file.pathname} differs; see it with UPDATE_GOLDEN=1`).toBe(true);
}
