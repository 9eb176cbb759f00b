import { valueToJson } from '../json.ts';
import type { NoteHit } from '../questions.ts';
import { isLink, type Value, WidgetValue } from '../values/value.ts';
import type { QueryAnswer } from './result.ts';
import { queryFailed } from './step-errors.ts';

/** One hit for each row: the note it speaks of, and the columns by name. */
export function answerToHits(answer: QueryAnswer, zone: string): NoteHit[] {
  const plain = (value: Value) => valueToJson(value, zone);
  if (answer.type === 'list') return answer.values.map((value) => toListHit(value, plain));
  if (answer.type !== 'table') {
    throw queryFailed('Only TABLE and LIST have rows that can be listed as hits.');
  }
  return answer.values.map((row) => {
    const [id = null] = row;
    const cells = answer.headers.map((name, at): [string, unknown] => [
      name,
      plain(row[at] ?? null),
    ]);
    return {
      filename: toName(id),
      result: Object.fromEntries(isLink(id) ? cells.slice(1) : cells),
    };
  });
}

function toListHit(value: Value, plain: (value: Value) => unknown): NoteHit {
  if (value instanceof WidgetValue) {
    return { filename: toName(value.key), result: plain(value.value) };
  }
  return { filename: toName(value), result: isLink(value) ? true : plain(value) };
}

function toName(id: Value): string {
  return isLink(id) ? id.path : '';
}
