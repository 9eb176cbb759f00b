import { diff } from 'fast-myers-diff';
import {
  type CST,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isRecord } from '../../../../kit/records.ts';
import type { Properties } from '../../markdown/note.ts';
import { lineEnd, lineStart, nextLine } from '../lines.ts';
import type { Splice } from '../splice.ts';
import { isEqualData } from './plain-data.ts';
import { type Emitted, emitEntry, emitInFlow, emitItem, emitValue } from './yaml-emit.ts';

/**
 * Splices that bring the entries of a block mapping from `before` to `after`: as small as we can, or
 * with each changed value written anew, for when finer splices do not fit together.
 */
export function spliceEntries(
  source: string,
  root: YAMLMap | undefined,
  before: Properties,
  after: Properties,
  grain: 'fine' | 'whole values',
): Splice[] {
  const change = grain === 'fine' ? valueSplices : wholeValue;
  return mapSplices(source, root, before, after, source.length, change);
}

type ValueSplicer = (source: string, pair: Pair, before: unknown, after: unknown) => Splice[];

function mapSplices(
  source: string,
  map: YAMLMap | undefined,
  before: Properties,
  after: Properties,
  end: number,
  change: ValueSplicer,
): Splice[] {
  const splices: Splice[] = [];
  for (const pair of map?.items ?? []) {
    const key = keyOf(pair);
    if (!Object.hasOwn(after, key)) {
      splices.push({
        start: lineStart(source, rangeOf(pair.key)[0]),
        end: nextLine(source, Math.max(0, valueEnd(source, pair))),
        text: '',
      });
    } else if (!isEqualData(before[key], after[key])) {
      splices.push(...change(source, pair, before[key], after[key]));
    }
  }
  const indent = map === undefined ? 0 : columnOf(source, map);
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  const text = added.map((key) => emitEntry(key, after[key], indent)).join('');
  if (text !== '') splices.push({ start: end, end, text });
  return splices;
}

function valueSplices(source: string, pair: Pair, before: unknown, after: unknown): Splice[] {
  const node = pair.value;
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const bothFilled = before.length > 0 && after.length > 0;
    if (bothFilled) return listSplices(source, node, before, after);
  }
  if (isMap(node) && node.flow !== true && isRecord(before) && isRecord(after)) {
    const end = nextLine(source, valueEnd(source, pair));
    if (Object.keys(after).length > 0) {
      return mapSplices(source, node, before, after, end, valueSplices);
    }
  }
  return wholeValue(source, pair, before, after);
}

/** Replaces all of a value, but neither the key nor a comment behind either of them. */
function wholeValue(source: string, pair: Pair, _before: unknown, after: unknown): Splice[] {
  const colon = colonEnd(pair);
  const node = pair.value;
  const indent = rangeOf(pair.key)[0] - lineStart(source, rangeOf(pair.key)[0]);
  const { head, tail } = emitInstead(node, after, indent);
  const end = valueEnd(source, pair);
  const start = isNode(node) ? rangeOf(node)[0] : colon;
  const firstLineEnd = lineEnd(source, colon);
  if (end === colon) {
    return [
      { start: colon, end: colon, text: head },
      { start: firstLineEnd, end: firstLineEnd, text: tail },
    ];
  }
  if (start > firstLineEnd) {
    return [
      { start: colon, end: colon, text: head },
      { start: firstLineEnd, end, text: tail },
    ];
  }
  if (isBlockScalar(node)) return [{ start: colon, end, text: head + tail }];
  const from = head === '' ? colon : start;
  const lastLineEnd = lineEnd(source, end);
  return [
    { start: from, end, text: head === '' ? '' : head.slice(1) },
    { start: lastLineEnd, end: lastLineEnd, text: tail },
  ];
}

/** A list on one line stays on one line, and a value that goes leaves nothing, as Obsidian writes it. */
function emitInstead(node: unknown, after: unknown, indent: number): Emitted {
  if (after === null) return { head: '', tail: '' };
  const keepsFlow = (isSeq(node) || isMap(node)) && node.flow === true && typeof after === 'object';
  return keepsFlow ? { head: ` ${emitInFlow(after)}`, tail: '' } : emitValue(after, indent, node);
}

function listSplices(source: string, list: YAMLSeq, before: unknown[], after: unknown[]): Splice[] {
  const items = list.flow === true ? flowItems(list) : blockItems(source, list);
  const hunks = diff(before, after, (i, j) => isEqualData(before[i], after[j]));
  return [...hunks].flatMap(([from, to, newFrom, newTo]) => {
    const fresh = after.slice(newFrom, newTo);
    const old = items.slice(from, to);
    const swapped = fresh.length === old.length ? swapScalars(list, old, fresh) : undefined;
    if (swapped !== undefined) return swapped;
    return list.flow === true
      ? flowHunk(items, from, to, fresh)
      : blockHunk(source, list, items, from, to, fresh);
  });
}

interface Item {
  readonly node: unknown;
  /** The item with its line in a block list; the bare value in a flow list. */
  readonly start: number;
  readonly end: number;
}

function blockItems(source: string, list: YAMLSeq): Item[] {
  const token = list.srcToken;
  const tokens = token !== undefined && token.type === 'block-seq' ? token.items : [];
  const dashes = tokens.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind'));
  return list.items.map((node, index) => {
    const dash = dashes[index]?.offset ?? 0;
    const valueStop = isNode(node) ? Math.max(dash + 1, rangeOf(node)[1]) : dash + 1;
    const last = source[valueStop - 1] === '\n' ? valueStop - 1 : valueStop;
    return { node, start: lineStart(source, dash), end: nextLine(source, last) };
  });
}

function flowItems(list: YAMLSeq): Item[] {
  return list.items.map((node) => {
    const [start, end] = isNode(node) ? rangeOf(node) : [0, 0];
    return { node, start, end };
  });
}

function swapScalars(list: YAMLSeq, old: readonly Item[], fresh: readonly unknown[]) {
  const splices = old.map(({ node }, index): Splice | undefined => {
    const value = fresh[index];
    if (!isScalar(node) || isBlockScalar(node) || rangeOf(node)[0] === rangeOf(node)[1]) {
      return undefined;
    }
    if (typeof value === 'object' && value !== null) return undefined;
    const text =
      list.flow === true ? emitInFlow(value, node) : emitValue(value, 0, node).head.slice(1);
    const [start, end] = rangeOf(node);
    return emitValue(value, 0, node).tail === '' ? { start, end, text } : undefined;
  });
  const found = splices.filter((splice) => splice !== undefined);
  return found.length === old.length ? found : undefined;
}

function blockHunk(
  source: string,
  list: YAMLSeq,
  items: readonly Item[],
  from: number,
  to: number,
  fresh: readonly unknown[],
): Splice[] {
  const at = items[from]?.start ?? items.at(-1)?.end ?? 0;
  const indent = columnOf(source, list);
  const text = fresh.map((value) => emitItem(value, indent)).join('');
  const removed = items.slice(from, to).map(({ start, end }) => ({ start, end, text: '' }));
  return text === '' ? removed : [{ start: at, end: at, text }, ...removed];
}

function flowHunk(
  items: readonly Item[],
  from: number,
  to: number,
  fresh: readonly unknown[],
): Splice[] {
  const text = fresh.map((value) => emitInFlow(value)).join(', ');
  const [previous, first, next] = [items[from - 1], items[from], items[to]];
  if (from === to) {
    if (previous !== undefined)
      return [{ start: previous.end, end: previous.end, text: `, ${text}` }];
    return first === undefined ? [] : [{ start: first.start, end: first.start, text: `${text}, ` }];
  }
  const last = items[to - 1];
  if (first === undefined || last === undefined) return [];
  if (fresh.length > 0) return [{ start: first.start, end: last.end, text }];
  if (next !== undefined) return [{ start: first.start, end: next.start, text: '' }];
  return previous === undefined ? [] : [{ start: previous.end, end: last.end, text: '' }];
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) && pair.key.value !== null ? String(pair.key.value) : '';
}

function colonEnd(pair: Pair): number {
  const separators = pair.srcToken?.sep ?? [];
  const colon = separators.find((token: CST.SourceToken) => token.type === 'map-value-ind');
  return colon === undefined ? rangeOf(pair.key)[1] : colon.offset + 1;
}

/** The end of the value without the line ending or blank lines behind it. */
function valueEnd(source: string, pair: Pair): number {
  const colon = colonEnd(pair);
  if (!isNode(pair.value)) return colon;
  const [start, end] = rangeOf(pair.value);
  if (start === end) return colon;
  return colon + source.slice(colon, end).trimEnd().length;
}

function isBlockScalar(node: unknown): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

function rangeOf(value: unknown): readonly [number, number, number] {
  return (isNode(value) ? value.range : undefined) ?? [0, 0, 0];
}

function columnOf(source: string, node: Node): number {
  const start = rangeOf(node)[0];
  return start - lineStart(source, start);
}
