import { isRecord } from '../../../kit/records.ts';
import type { Properties } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { lineEndingOf, withLineEnding } from './lines.ts';
import { readProperties, writeProperties } from './yaml/frontmatter.ts';

/**
 * Puts the body of another note below a note. Properties that the note lacks come along, lists are
 * united, and where both have a value the note's own stays.
 */
export function joinNotes(text: string, other: string): string {
  const eol = lineEndingOf(text);
  const body = withLineEnding(other.slice(scanNote(other).bodyStart), eol).trim();
  const joined = unite(readProperties(text), readProperties(other));
  const withProperties = writeProperties(text, joined);
  if (body === '') return withProperties;
  const above = withProperties.trimEnd();
  return `${above}${above === '' ? '' : eol + eol}${body}${eol}`;
}

function unite(own: Properties, other: Properties): Properties {
  const result: Record<string, unknown> = { ...own };
  for (const [key, value] of Object.entries(other)) {
    const present = result[key];
    if (present === undefined || present === null) result[key] = value;
    else if (Array.isArray(present)) {
      const more = Array.isArray(value) ? value : isRecord(value) || value === null ? [] : [value];
      result[key] = [...present, ...more.filter((item) => !present.includes(item))];
    }
  }
  return result;
}
