import { Document, isScalar, Scalar, visit } from 'yaml';

/** A value as YAML after `key:`; `head` stays on the key's line, `tail` is the lines below it. */
export interface Emitted {
  readonly head: string;
  readonly tail: string;
}

/** A value to stand after `key:` at column `indent`, in the style Obsidian writes. */
export function emitValue(value: unknown, indent: number, like?: unknown): Emitted {
  const text = emitEntry('k', styled(value, like), indent).slice(indent + 2);
  const feed = text.indexOf('\n');
  return { head: text.slice(0, feed), tail: text.slice(feed, -1) };
}

/** One `key: value` entry at column `indent`, with its line ending. */
export function emitEntry(key: string, value: unknown, indent: number): string {
  return shift(print(new Map([[key, value]]), 'block'), indent);
}

/** One `- value` item at column `indent`, with its line ending. */
export function emitItem(value: unknown, indent: number): string {
  return shift(print([value], 'block'), indent);
}

/** A value on one line, fit to stand inside `[…]` or `{…}`. */
export function emitInFlow(value: unknown, like?: unknown): string {
  return print([styled(value, like)], 'flow').slice(1, -2);
}

function print(value: unknown, style: 'block' | 'flow'): string {
  const doc = new Document(value, { aliasDuplicateObjects: false });
  visit(doc, {
    Scalar(_, node) {
      const isText = typeof node.value === 'string';
      if (style === 'flow' && isText && /[\r\n]/.test(String(node.value))) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return doc.toString({
    collectionStyle: style === 'flow' ? 'flow' : 'any',
    flowCollectionPadding: false,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

/** A string takes over the quotes of the scalar it replaces. */
function styled(value: unknown, like: unknown): unknown {
  if (typeof value !== 'string' || !isScalar(like) || typeof like.value !== 'string') return value;
  if (like.type !== Scalar.QUOTE_SINGLE && like.type !== Scalar.QUOTE_DOUBLE) return value;
  // Single quotes would fold a line break away.
  if (like.type === Scalar.QUOTE_SINGLE && /[\r\n]/.test(value)) return value;
  const scalar = new Scalar(value);
  scalar.type = like.type;
  return scalar;
}

function shift(text: string, indent: number): string {
  return indent === 0 ? text : text.replace(/^(?=[^\n])/gm, ' '.repeat(indent));
}
