import { appendTo } from '../../../../kit/records.ts';
import type { Page, RawItem } from '../source.ts';
import { fileLink, LinkValue, toLink } from '../values/link.ts';
import { normalizeHeading } from '../values/names.ts';
import { newRecord, ObjectValue, RecordValue, type Value } from '../values/value.ts';
import { followLinks, oneOrList } from './fields.ts';
import { parseInlineValue } from './inline-value.ts';
import { itemTags } from './tags.ts';

/** A list item or task as an object. */
export class ItemValue extends ObjectValue {
  readonly isTask: boolean;
  readonly line: number;
  readonly children: readonly ItemValue[];
  /** This and everything below is done, as far as it can be. */
  readonly isDone: boolean;
  readonly #members: Readonly<Record<string, Value>>;

  constructor(item: RawItem, children: readonly ItemValue[], page: Page, read: ReadItem) {
    super();
    const { status, line } = item;
    this.isTask = status !== undefined;
    this.line = line;
    this.children = children;
    this.isDone =
      (status === undefined || isCompleted(status)) && children.every((child) => child.isDone);
    this.#members = toMembers(this, item, page, read);
  }

  get(key: string): Value | undefined {
    return this.#members[key];
  }

  keys(): readonly string[] {
    return Object.keys(this.#members);
  }
}

interface ReadItem {
  readonly zone: string;
  readonly follow: (link: LinkValue) => LinkValue;
}

/** The items of a page, with their children inside. Of two items on one line the last one counts. */
export function toItemValues(page: Page, read: ReadItem): ItemValue[] {
  const byLine = new Map<number, RawItem>();
  for (const item of page.items()) byLine.set(item.line, item);
  const items = [...byLine.values()].sort((a, b) => a.line - b.line);
  const childLines = linesByParent(items);
  const done = new Map<number, ItemValue>();
  // From the last line up, so that children are there before their parents.
  for (const item of items.toReversed()) {
    const children = (childLines.get(item.line) ?? []).flatMap((line) => done.get(line) ?? []);
    done.set(item.line, new ItemValue(item, children, page, read));
  }
  return items.flatMap(({ line }) => done.get(line) ?? []);
}

function linesByParent(items: readonly RawItem[]): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (const { line, parent } of items) {
    if (parent === undefined || parent >= line) continue;
    appendTo(lines, parent, line);
  }
  return lines;
}

/** In Dataview's order: what every item has, then its own fields, then what tasks have. */
function toMembers(
  item: ItemValue,
  raw: RawItem,
  page: Page,
  read: ReadItem,
): Record<string, Value> {
  const fields = groupFields(raw, read);
  const members = Object.assign(newRecord(), commonMembers(item, raw, page, fields.size > 0));
  // The first line is zero, and Dataview takes zero for none.
  if (raw.parent) members.parent = raw.parent;
  if (raw.blockId) members.blockId = raw.blockId;
  for (const [key, values] of fields) {
    if (!(key in members)) members[key] = oneOrList(values);
  }
  if (raw.status !== undefined) {
    Object.assign(members, taskMembers(item, raw.status), taskDates(fields));
  }
  return members;
}

function commonMembers(
  { children, isTask }: ItemValue,
  { symbol, text, line, lineCount, list, heading, blockId, links, start, end }: RawItem,
  { path }: Page,
  annotated: boolean,
): Record<string, Value> {
  const section =
    heading === undefined ? fileLink(path) : linkInto(path, 'header', normalizeHeading(heading));
  const link = blockId === undefined ? section : linkInto(path, 'block', blockId);
  return {
    symbol,
    link,
    section,
    text,
    tags: itemTags(text.replaceAll('\n', ' ')),
    line,
    lineCount,
    list,
    outlinks: links.map(({ target, display, isEmbed }) => toLink(target, display, isEmbed)),
    path,
    children,
    task: isTask,
    annotated,
    position: new RecordValue({
      start: new RecordValue({ ...start }),
      end: new RecordValue({ ...end }),
    }),
    subtasks: children,
    real: isTask,
    header: section,
  };
}

function taskMembers({ isDone }: ItemValue, status: string): Record<string, Value> {
  return {
    status,
    checked: status !== '' && status !== ' ',
    completed: isCompleted(status),
    fullyCompleted: isDone,
  };
}

/** The fields that give a task one of its dates, in the order in which they are asked. */
const dateFields: Readonly<Record<string, readonly string[]>> = {
  created: ['created', 'ctime', 'cday'],
  due: ['due', 'duetime', 'dueday'],
  completion: ['completed', 'completion', 'comptime', 'compday'],
  start: ['start'],
  scheduled: ['scheduled'],
};

function taskDates(fields: ReadonlyMap<string, readonly Value[]>): Record<string, Value> {
  const dates = newRecord();
  for (const [name, keys] of Object.entries(dateFields)) {
    const key = keys.find((candidate) => fields.has(candidate));
    const [value] = (key !== undefined && fields.get(key)) || [];
    if (value) dates[name] = value;
  }
  return dates;
}

function groupFields(
  { fields }: RawItem,
  { zone, follow }: ReadItem,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const { key, value } of fields) {
    appendTo(groups, key, followLinks(parseInlineValue(value, zone), follow));
  }
  return groups;
}

function isCompleted(status: string): boolean {
  return status === 'x' || status === 'X';
}

function linkInto(path: string, type: 'header' | 'block', subpath: string): LinkValue {
  return new LinkValue({ path, type, subpath, embed: false });
}
