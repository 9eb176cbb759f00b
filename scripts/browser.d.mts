export function findBrowser(): string | undefined;
export function ensureBrowser(): void;

/** How it is started. */
export const browserFlags: readonly string[];
