import type { TextRange } from '../../../contract/workspace.ts';

export const severities = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Everything that can be wrong with a note, and how bad it is. */
export const lintCodes = {
  'ambiguous-link': 'info',
  'broken-anchor': 'warning',
  'broken-embed': 'warning',
  'broken-link': 'warning',
  'conflict-marker': 'error',
  'duplicate-alias': 'info',
  'duplicate-block-id': 'warning',
  'duplicate-property': 'warning',
  'empty-embed': 'warning',
  'frontmatter-invalid': 'error',
  'tag-case': 'info',
  'unclosed-fence': 'warning',
} as const satisfies Record<string, Severity>;
export type LintCode = keyof typeof lintCodes;

/** Something that is wrong in a text, by offsets. */
export interface Flaw {
  readonly code: LintCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Other files that the message names. */
  readonly about?: readonly string[];
}

/** Something that is wrong in a note, as people and editors count. */
export interface Finding {
  readonly code: LintCode;
  readonly severity: Severity;
  readonly message: string;
  readonly range: TextRange;
}
