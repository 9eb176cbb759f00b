import { VaultError } from '../../../contract/errors.ts';
import type { AnswerFormat, Formatted } from './questions.ts';

/** The forms that an answer has. */
interface Forms {
  readonly json: () => Readonly<Record<string, unknown>>;
  readonly markdown?: () => string;
  /** Rows of cells. */
  readonly rows?: () => readonly (readonly string[])[];
  /** The files that the answer is about. */
  readonly paths?: () => readonly string[];
}

/** An answer in the form that was asked for; `what` names it where there is no such form. */
export function formatAs(format: AnswerFormat, what: string, forms: Forms): Formatted {
  if (format === 'json') return { data: forms.json() };
  const text = toText(format, forms);
  if (text !== undefined) return { text };
  throw new VaultError('unsupported', `There is no ${format} form of ${what}.`);
}

function toText(format: AnswerFormat, { markdown, rows, paths }: Forms): string | undefined {
  if (format === 'markdown') return markdown?.();
  if (format === 'paths') return paths && [...new Set(paths())].map((path) => `${path}\n`).join('');
  return rows && toCsv(rows(), format === 'csv' ? ',' : '\t');
}

/** Rows of fields as text; quoted where a field holds the delimiter, a quote or a line break. */
function toCsv(rows: readonly (readonly string[])[], delimiter: ',' | '\t'): string {
  const needsQuotes = delimiter === ',' ? /[",\r\n]/ : /["\t\r\n]/;
  const toField = (text: string): string =>
    needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(toField).join(delimiter)}\n`).join('');
}
