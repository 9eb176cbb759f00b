import { limits } from '../../../../contract/limits.ts';
import { EvalFailure } from './failure.ts';

/** The text, unless it is longer than one that a query may make. */
export function boundedText(text: string): string {
  checkTextLength(text.length);
  return text;
}

/** The repeated text; one that would be too long is refused before it is made. */
export function repeatedText(text: string, times: number): string {
  checkTextLength(text.length * times);
  return text.repeat(times);
}

/** The length, unless a text of it would be too long; what is no number is. */
export function checkTextLength(length: number): number {
  if (length <= limits.queryTextMax) return length;
  throw new EvalFailure(
    'runtime',
    `The text would be longer than ${limits.queryTextMax} characters.`,
  );
}

/** The list, unless it is longer than one that a query may make. */
export function boundedList<T>(list: T[]): T[] {
  if (list.length <= limits.queryListMax) return list;
  throw new EvalFailure(
    'runtime',
    `The list would have more than ${limits.queryListMax} elements.`,
  );
}
