/** Rows of fields as text; quoted where a field holds the delimiter, a quote or a line break. */
export function toCsv(rows: readonly (readonly string[])[], delimiter: ',' | '\t'): string {
  const needsQuotes = delimiter === ',' ? /[",\r\n]/ : /["\t\r\n]/;
  const toField = (text: string): string =>
    needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(toField).join(delimiter)}\n`).join('');
}
