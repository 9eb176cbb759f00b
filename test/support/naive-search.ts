import { comparePaths } from '../../src/contract/paths.ts';

/** What search must find, worked out note by note and character by character. */

export interface NaiveQuery {
  readonly terms: readonly string[];
  readonly matchCase: boolean;
  readonly ignoreAccents: boolean;
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
      const places = [
        ...joinPlaces('name', inName, terms.length),
        ...joinPlaces('text', inText, terms.length),
      ];
      return { path, places: has ? places : [] };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => comparePaths(a.path, b.path));
}

type Span = readonly [start: number, end: number];

const plain = new Map(Object.entries({ ß: 'ss', ø: 'o', ı: 'i', Ø: 'O' }));

function changed(char: string, { matchCase, ignoreAccents }: NaiveQuery): string {
  const apart = char.normalize('NFD');
  const bare = apart.replace(/[\u0300-\u036f]/g, '');
  const stripped = plain.get(char) ?? (apart === bare ? char : bare);
  const out = ignoreAccents ? stripped : char;
  if (matchCase || out === 'İ' || out === '\u212a') return out;
  return out.toLowerCase().replace('ς', 'σ');
}

function find(text: string, term: string, asked: NaiveQuery): Span[] {
  const bare = [...term].map((char) => changed(char, asked)).join('');
  const query = bare === '' ? { ...asked, ignoreAccents: false } : asked;
  const units: { unit: string; from: number; to: number }[] = [];
  let at = 0;
  for (const char of text) {
    const out = changed(char, query);
    const last = units.at(-1);
    if (out === '' && last !== undefined) last.to = at + char.length;
    const width = char.length;
    for (let i = 0; i < out.length; i++) {
      units.push({ unit: out[i] ?? '', from: at + Math.min(i, width - 1), to: at + width });
    }
    at += char.length;
  }
  const hay = units.map(({ unit }) => unit).join('');
  const spellings = query.ignoreAccents
    ? [term]
    : [term, term.normalize('NFC'), term.normalize('NFD')];
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

function joinPlaces(subject: 'name' | 'text', spans: Span[][], terms: number): NaivePlace[] {
  const all = spans
    .flatMap((list, term) => list.map(([start, end]) => ({ start, end, terms: [term] })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: typeof all = [];
  for (const span of all) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push({ ...span });
    else {
      last.end = Math.max(last.end, span.end);
      last.terms = [...last.terms, ...span.terms];
    }
  }
  const joined: typeof all = [];
  for (const span of merged) {
    const last = joined.at(-1);
    const near = last !== undefined && span.start - last.end <= 200;
    if (terms > 1 && near && !span.terms.some((term) => last.terms.includes(term))) {
      last.end = span.end;
      last.terms = [...last.terms, ...span.terms];
    } else joined.push({ ...span });
  }
  return joined.map(({ start, end }) => ({ subject, start, end }));
}
