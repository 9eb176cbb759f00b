import { toOperationsPage } from './operations-page.ts';

/** A page of docs/ that is made from the code. `npm run gen` writes them, a test holds them. */
export interface Page {
  readonly path: string;
  make(): string;
}

export const pages: readonly Page[] = [{ path: 'docs/operations.md', make: toOperationsPage }];
