import { appendTo } from '../../../../kit/records.ts';
import { displayText } from '../../../text/markdown/links.ts';
import type { Link, Note } from '../../../text/markdown/note.ts';
import type { Place, RawItem, RawLink } from '../source.ts';

const firstLine = /^[\s>]*(\d+\.|\d+\)|\*|-|\+)\s*(?:\[.?\])?\s*(.*)$/u;

/** List items as Dataview reads them: the box and the marker off, the lines trimmed. */
export function toRawItems(note: Note, text: string): RawItem[] {
  const lines = text.split('\n');
  const starts = lineStarts(lines);
  const links = linksByLine(note);
  return note.listItems.flatMap((item, index) => {
    const match = firstLine.exec(lines[item.line] ?? '');
    if (match === null) return [];
    const { line, endLine, start, end, parent } = item;
    const [, symbol = '', first = ''] = match;
    const rest = lines.slice(line + 1, endLine + 1);
    const fields = note.fields.filter((field) => field.item === index);
    return {
      symbol,
      text: [first, ...rest].map((part) => part.trim()).join('\n'),
      line,
      lineCount: endLine - line + 1,
      start: toPlace(start, line, starts),
      end: toPlace(end, endLine, starts),
      list: listLine(note, line),
      parent: parent >= 0 && parent !== line ? parent : undefined,
      heading: note.headings.findLast((heading) => heading.line <= line)?.text,
      blockId: item.id,
      status: item.task,
      links: linesBetween(line, endLine).flatMap((at) => links.get(at) ?? []),
      fields: fields.map(({ key, value }) => ({ key, value })),
    };
  });
}

function linksByLine(note: Note): Map<number, RawLink[]> {
  const byLine = new Map<number, RawLink[]>();
  const add = (link: Link, isEmbed: boolean) => {
    const raw = { target: link.target, display: displayText(link), isEmbed };
    appendTo(byLine, link.line, raw);
  };
  for (const link of note.links) add(link, false);
  for (const link of note.embeds) add(link, true);
  return byLine;
}

function listLine(note: Note, line: number): number {
  const list = note.sections.find(
    (section) => section.type === 'list' && section.line <= line && section.endLine >= line,
  );
  return list?.line ?? -1;
}

function lineStarts(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function toPlace(offset: number, line: number, starts: readonly number[]): Place {
  return { line, col: offset - (starts[line] ?? 0), offset };
}

function linesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
