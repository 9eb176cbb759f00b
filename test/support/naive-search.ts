import { comparePaths } from '../../src/contract/paths.ts';

/** What search must find, worked out note by note and character by character. */

export interface NaiveQuery {
  readonly terms: readonly string[];
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly subject: 'name' | 'text' | 'either';
}

export interface NaivePlace {
  readonly subject: 'name' | 'text';
  readonly start: number;
  readonly end: number;
}

export function naiveSearch(
  notes: ReadonlyMap<string, string>,
  query: NaiveQuery,
): { path: string; places: NaivePlace[] }[] {
  const terms = [...new Set(query.terms)];
  return [...notes]
    .map(([path, text]) => {
      const name = path.replace(/^.*\//, '').replace(/\.md$/i, '');
      const inName = query.subject === 'text' ? [] : terms.map((term) => find(name, term, query));
      const inText = query.subject === 'name' ? [] : terms.map((term) => find(text, term, query));
      const has = terms.every((_, i) => (inName[i] ?? []).length + (inText[i] ?? []).length > 0);
      const places = [...joinPlaces('name', inName), ...joinPlaces('text', inText)];
      return { path, places: has ? places : [] };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => comparePaths(a.path, b.path));
}

type Span = readonly [start: number, end: number];

function changed(char: string, { matchCase }: NaiveQuery): string {
  if (matchCase || char === 'İ' || char === '\u212a') return char;
  return char.toLowerCase().replace('ς', 'σ');
}

function find(text: string, term: string, query: NaiveQuery): Span[] {
  const units: { unit: string; from: number; to: number }[] = [];
  let at = 0;
  for (const char of text) {
    const out = changed(char, query);
    const width = char.length;
    for (let i = 0; i < out.length; i++) {
      units.push({ unit: out[i] ?? '', from: at + Math.min(i, width - 1), to: at + width });
    }
    at += char.length;
  }
  const hay = units.map(({ unit }) => unit).join('');
  const spellings = [term, term.normalize('NFC'), term.normalize('NFD')];
  const found: Span[] = [];
  for (const spelling of new Set(spellings)) {
    const form = [...spelling].map((char) => changed(char, query)).join('');
    for (let i = 0; i + form.length <= hay.length; i++) {
      const end = i + form.length;
      if (hay.slice(i, end) !== form) continue;
      if (query.wholeWord && !(isEdge(hay, i) && isEdge(hay, end))) continue;
      found.push([units[i]?.from ?? 0, units[end - 1]?.to ?? 0]);
      i = end - 1;
    }
  }
  return found;
}

function isEdge(text: string, at: number): boolean {
  const before = [...text.slice(0, at)].at(-1);
  const [after] = text.slice(at);
  return !isWordCharacter(before) || !isWordCharacter(after);
}

function isWordCharacter(char: string | undefined): boolean {
  if (char === undefined) return false;
  if (/\p{Script=Han}|\p{Script=Thai}|[\ufe00-\ufe0f]|[\u20d0-\u20ff]/u.test(char)) return false;
  return /[\p{L}\p{N}\p{M}_]/u.test(char);
}

function joinPlaces(subject: 'name' | 'text', spans: Span[][]): NaivePlace[] {
  const all = spans.flat().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: { subject: 'name' | 'text'; start: number; end: number }[] = [];
  for (const [start, end] of all) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ subject, start, end });
    else last.end = Math.max(last.end, end);
  }
  return merged;
}
