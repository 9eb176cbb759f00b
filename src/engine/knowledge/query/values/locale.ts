/** The language of words for dates and numbers, and of the order of texts. */
export const locale = 'en-US';
const collator = new Intl.Collator(locale);
export const collate = (a: string, b: string): number => collator.compare(a, b);
