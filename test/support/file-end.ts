const ends: (() => Promise<void>)[] = [];

/** Has something done when the tests of this file are over, wherever it was started. */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

/** For `each-file.ts`: does all of it, the latest first. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
