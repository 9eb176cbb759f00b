import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { VaultError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../kit/records.ts';
import type { Properties } from '../../markdown/note.ts';
import { withLineEnding } from '../lines.ts';
import { applySplices, type Splice } from '../splice.ts';
import { isEqualData } from './plain-data.ts';
import { spliceEntries } from './yaml-entries.ts';

/** The mapping that YAML text holds; no text, or only comments, is an empty one. */
export function readMapping(source: string): Properties {
  return toMapping(parse(source));
}

/**
 * `source` changed so that it holds `next`. Entries that stay equal keep every byte; a changed one
 * keeps its comment, its quotes and its list style where it can.
 */
export function rewriteMapping(source: string, next: Properties, eol: string): string {
  const doc = parse(source);
  const current = toMapping(doc);
  if (isEqualData(current, next)) return source;
  if (doc.contents !== null && (!isMap(doc.contents) || doc.contents.flow === true)) {
    throw invalidFrontmatter(
      'The properties are written as one JSON object, which is not edited in place.',
    );
  }
  const root = isMap(doc.contents) ? doc.contents : undefined;
  for (const grain of ['fine', 'whole values'] as const) {
    const splices = spliceEntries(source, root, current, next, grain).map(
      (splice): Splice => ({ ...splice, text: withLineEnding(splice.text, eol) }),
    );
    const result = applySplices(source, splices);
    if (holds(result, next)) return result;
  }
  throw invalidFrontmatter(
    'The properties cannot be changed without disturbing other parts of them.',
  );
}

export function invalidFrontmatter(message: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'frontmatter-invalid',
    hint: 'Nothing was written. Read the note, put its frontmatter right as text, then try again.',
  });
}

function parse(source: string): Document.Parsed {
  const doc = parseDocument(source, { keepSourceTokens: true, logLevel: 'silent' });
  if (doc.errors.length > 0)
    throw invalidFrontmatter('The frontmatter of the note is not valid YAML.');
  return doc;
}

function toMapping(doc: Document.Parsed): Properties {
  if (doc.contents === null) return {};
  if (isSeq(doc.contents))
    throw invalidFrontmatter('The frontmatter is a list, not a set of properties.');
  const value = toPlain(doc);
  if (value === null) return {};
  if (!isRecord(value))
    throw invalidFrontmatter('The frontmatter is a text, not a set of properties.');
  return value;
}

/** Aliases that multiply without end, and nesting without end, are refused by the library and by the stack. */
function toPlain(doc: Document.Parsed): unknown {
  try {
    return doc.toJS();
  } catch (cause) {
    if (!(cause instanceof ReferenceError) && !(cause instanceof RangeError)) throw cause;
    throw invalidFrontmatter('The frontmatter of the note refers to itself too often.');
  }
}

function holds(source: string, wanted: Properties): boolean {
  try {
    return isEqualData(readMapping(source), wanted);
  } catch (thrown) {
    if (thrown instanceof VaultError) return false;
    throw thrown;
  }
}
