import type { ListItem } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { lineEndingOf, unterminated } from './lines.ts';

/** The task on a line, which counts from zero. */
export function findTask(text: string, line: number): (ListItem & { task: string }) | undefined {
  for (const item of scanNote(text).listItems) {
    if (item.line === line && item.task !== undefined) return { ...item, task: item.task };
  }
  return undefined;
}

/** `text` with another character in the box of a task; undefined when there is no task. */
export function setTaskStatus(text: string, line: number, status: string): string | undefined {
  const task = findTask(text, line);
  if (task === undefined) return undefined;
  const box = text.indexOf('[', task.markerStart) + 1;
  return text.slice(0, box) + status + text.slice(box + task.task.length);
}

/** `text` with one more task at its end. */
export function addTask(text: string, task: string, status: string): string {
  const eol = lineEndingOf(text);
  return `${text}${unterminated(text, text.length, eol)}- [${status}] ${task}${eol}`;
}
