import { BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, COLON, PAREN_CLOSE, PAREN_OPEN } from './chars.ts';

/** A field inside one line, with offsets into that line. */
export interface LineField {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

interface Candidate {
  readonly open: number;
  readonly separator: number;
  close: number;
}

/** All `[key:: value]` and `(key:: value)` of a line that do not touch each other. */
export function bracketedFields(line: string): LineField[] {
  if (!line.includes('::')) return [];
  const found = [...select(line, '['), ...select(line, '(')].sort((a, b) => a.start - b.start);
  const apart: LineField[] = [];
  let end = -1;
  for (const field of found) {
    if (field.start <= end) continue;
    apart.push(field);
    end = field.end;
  }
  return apart;
}

/** The key of a field that fills its line, markup around it dropped; undefined when it is no key. */
export function lineKey(written: string): string | undefined {
  const key = written.replace(leading, '');
  let end = key.length;
  while (end > 0 && '*~`'.includes(key.charAt(end - 1))) end--;
  const bare = key.slice(0, end);
  return keyText.test(bare) ? bare : undefined;
}

/** The fields in one kind of bracket; inside of one no further one of its kind is looked for. */
function select(line: string, form: '[' | '('): LineField[] {
  const fields: LineField[] = [];
  if (!line.includes(form)) return fields;
  let end = 0;
  for (const { open, separator, close } of findCandidates(line, form)) {
    if (close === -1 || open < end) continue;
    end = close + 1;
    const key = line.slice(open + 1, separator).trim();
    fields.push({ key, value: line.slice(separator + 2, close).trim(), start: open, end });
  }
  return fields;
}

/**
 * One pass for all brackets of a kind: what opens a key, and where it closes. An escaped bracket
 * opens no nesting, yet may open a field, so it waits on the stack without counting.
 */
function findCandidates(line: string, form: '[' | '('): Candidate[] {
  const open = form === '[' ? BRACKET_OPEN : PAREN_OPEN;
  const close = form === '[' ? BRACKET_CLOSE : PAREN_CLOSE;
  const candidates: Candidate[] = [];
  const stack: { candidate?: Candidate; counts: boolean }[] = [];
  let escaped = false;
  let bracket = -1;
  let bracketCounts = false;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === COLON && bracket !== -1 && line.charCodeAt(i + 1) === COLON) {
      const candidate: Candidate = { open: bracket, separator: i, close: -1 };
      candidates.push(candidate);
      if (bracketCounts) stack.pop();
      stack.push({ candidate, counts: bracketCounts });
      bracket = -1;
    }
    if (unit === BACKSLASH) {
      escaped = !escaped;
      continue;
    }
    if (unit === open) {
      bracket = i;
      bracketCounts = !escaped;
      if (!escaped) stack.push({ counts: true });
    } else if (isBracket(unit)) {
      bracket = -1;
      if (unit === close && !escaped) closeTop(stack, i);
    }
    escaped = false;
  }
  return candidates;
}

function closeTop(stack: { candidate?: Candidate; counts: boolean }[], at: number): void {
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.candidate !== undefined) top.candidate.close = at;
    if (top.counts) return;
  }
}

function isBracket(unit: number): boolean {
  return (
    unit === BRACKET_OPEN || unit === BRACKET_CLOSE || unit === PAREN_OPEN || unit === PAREN_CLOSE
  );
}

const leading = /^[^0-9\w\p{L}]+/u;
/** Letters, digits, blanks, a few marks, and emoji with the parts that join them. */
const keyText =
  /^(?:[0-9\p{L}\w\s/-]|\p{Extended_Pictographic}|\p{EMod}|\p{RI}|\u200d|\ufe0f|\u20e3)*$/u;
