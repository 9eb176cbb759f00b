/** What the index alone says of a note. Numbers, so that "and" is the lesser and "or" the greater. */
export const no = 0;
export const maybe = 1;
export const yes = 2;

/** What the index says of some notes, by their ascending numbers. It says no to all others. */
export interface Verdicts {
  readonly notes: Uint32Array;
  readonly values: Uint8Array;
}

export const noVerdicts: Verdicts = { notes: new Uint32Array(0), values: new Uint8Array(0) };

/** The same verdict for all notes of a block. */
export function everyNote(noteCount: number, verdict: number): Verdicts {
  const notes = Uint32Array.from({ length: noteCount }, (_, note) => note);
  return { notes, values: new Uint8Array(noteCount).fill(verdict) };
}

/** Notes that fulfil both. */
export function intersect(a: Verdicts, b: Verdicts): Verdicts {
  const into = room(Math.min(a.notes.length, b.notes.length));
  let count = 0;
  for (let i = 0, k = 0; i < a.notes.length && k < b.notes.length; ) {
    const [left, right] = [a.notes[i] ?? 0, b.notes[k] ?? 0];
    if (left === right) {
      into.notes[count] = left;
      into.values[count++] = Math.min(a.values[i++] ?? no, b.values[k++] ?? no);
    } else if (left < right) i++;
    else k++;
  }
  return part(into, count);
}

/** Notes that fulfil one of them. */
export function unite(a: Verdicts, b: Verdicts): Verdicts {
  if (a.notes.length === 0) return b;
  if (b.notes.length === 0) return a;
  const into = room(a.notes.length + b.notes.length);
  let count = 0;
  for (let i = 0, k = 0; i < a.notes.length || k < b.notes.length; count++) {
    const left = a.notes[i] ?? Number.POSITIVE_INFINITY;
    const right = b.notes[k] ?? Number.POSITIVE_INFINITY;
    const leftValue = left <= right ? (a.values[i++] ?? no) : no;
    const rightValue = right <= left ? (b.values[k++] ?? no) : no;
    into.notes[count] = Math.min(left, right);
    into.values[count] = Math.max(leftValue, rightValue);
  }
  return part(into, count);
}

/** Notes that do not fulfil it. */
export function invert({ notes, values }: Verdicts, noteCount: number): Verdicts {
  const into = room(noteCount);
  let count = 0;
  for (let note = 0, i = 0; note < noteCount; note++) {
    const verdict = notes[i] === note ? (values[i++] ?? no) : no;
    if (verdict === yes) continue;
    into.notes[count] = note;
    into.values[count++] = yes - verdict;
  }
  return part(into, count);
}

function room(length: number) {
  return { notes: new Uint32Array(length), values: new Uint8Array(length) };
}

function part({ notes, values }: Verdicts, count: number): Verdicts {
  return { notes: notes.subarray(0, count), values: values.subarray(0, count) };
}
