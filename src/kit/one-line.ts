/** Characters that end a line, act on a terminal or turn the direction of what follows. */
const unsafe = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text in which such characters are escaped, so that it is one line and nothing but itself. */
export function toOneLine(text: string): string {
  return text.replace(unsafe, (unit) => known[unit] ?? toEscape(unit));
}

/** A template for one line of text: whatever is put into it stays in that line. */
export function oneLine(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw({ raw: parts }, ...values.map((value) => toOneLine(String(value))));
}

function toEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
