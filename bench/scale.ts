/** The short form: fewer runs over smaller vaults, for a quick look. */
export const isShort = process.argv.includes('--short');

/** So many notes, or a tenth of them in the short form. */
export function scaled(count: number): number {
  return isShort ? count / 10 : count;
}
