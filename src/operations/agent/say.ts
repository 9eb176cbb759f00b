import { oneLine, toOneLine } from '../../kit/one-line.ts';

/** `*Size:* 3 → 8 bytes` */
export function saySize(size: { previousSizeInBytes: number; currentSizeInBytes: number }): string {
  return `*Size:* ${size.previousSizeInBytes} → ${size.currentSizeInBytes} bytes`;
}

/** The version and the way back, for those who get them. */
export function sayTrace({
  hash,
  undoId,
}: {
  hash?: string | undefined;
  undoId?: string | undefined;
}): string[] {
  return [
    ...(hash === undefined ? [] : [`*Hash:* ${hash}`]),
    ...(undoId === undefined ? [] : [`*Undo:* ${undoId}`]),
  ];
}

/** `1 file`, `2 files` */
export function sayCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `Plan::Goals` as ` → Plan::Goals`, or nothing. */
export function sayTarget(isTargeted: boolean, sectionTarget: string | undefined): string {
  return `*Section targeted:* ${isTargeted}${sectionTarget === undefined ? '' : oneLine` → ${sectionTarget}`}`;
}

/** A property as a list line: texts bare, null as (empty), other data as JSON. */
export function sayValue(value: unknown): string {
  if (typeof value === 'string') return toOneLine(value);
  return value === null || value === undefined ? '(empty)' : JSON.stringify(value, null, 2);
}

/** A heading with its number of items, and the items as a list. */
export function sayGroup(name: string, items: readonly string[]): string {
  return [`**${name} (${items.length})**`, ...items.map((item) => oneLine`- ${item}`)].join('\n');
}

/** A fence that no line inside can close. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  if (!text.includes('```')) return 2;
  return Math.max(...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
