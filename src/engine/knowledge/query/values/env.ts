import type { QueryBudget } from '../budget.ts';
import type { Patterns } from '../patterns.ts';
import type { ObjectValue } from './value.ts';

/** What a vault's own Dataview settings change. */
export interface DataviewSettings {
  readonly renderNullAs: string;
  readonly defaultDateFormat: string;
  readonly defaultDateTimeFormat: string;
  readonly tableIdColumnName: string;
  readonly allowHtml: boolean;
}

export const defaultSettings: DataviewSettings = {
  renderNullAs: '\\-',
  defaultDateFormat: 'MMMM dd, yyyy',
  defaultDateTimeFormat: 'h:mm a - MMMM dd, yyyy',
  tableIdColumnName: 'File',
  allowHtml: true,
};

/** Links as the note that asks sees them. */
export interface LinkSpace {
  /** The page behind a link's path. */
  page(path: string): ObjectValue | undefined;
  /** The full path of a link's path, or the path itself when nothing is there. */
  normalize(path: string): string;
}

/** All that an expression depends on besides its row. */
export interface Env {
  readonly settings: DataviewSettings;
  /** Where dates without a zone are read: a zone name, or `system`. */
  readonly zone: string;
  readonly nowMs: number;
  readonly links: LinkSpace;
  readonly patterns: Patterns;
  readonly budget: QueryBudget;
}
