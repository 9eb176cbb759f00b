/** How much is measured: everything, a quick look, or only that every bench still runs. */
export type Form = 'full' | 'short' | 'tiny';

export const form: Form = process.argv.includes('--tiny')
  ? 'tiny'
  : process.argv.includes('--short')
    ? 'short'
    : 'full';

const parts: Readonly<Record<Form, number>> = { full: 1, short: 10, tiny: 100 };
const mostTurns: Readonly<Record<Form, number>> = {
  full: Number.POSITIVE_INFINITY,
  short: 3,
  tiny: 1,
};

/** This many notes, or a tenth of them in the short form; never fewer than what makes sense. */
export function scaled(count: number, least = 1): number {
  return Math.max(least, Math.round(count / parts[form]));
}

/** This many runs, or a few in the short form. */
export function turns(count: number): number {
  return Math.min(count, mostTurns[form]);
}
