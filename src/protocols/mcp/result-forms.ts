/** What a result can have: text, data, or data with a few words. */
export const resultForms = ['text', 'structured', 'both'] as const;
export type ResultForm = (typeof resultForms)[number];
