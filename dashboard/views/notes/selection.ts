import type { TextRange } from '../../../src/contract/workspace.ts';

export interface TextSelection {
  readonly range: TextRange;
  readonly text: string;
}

/**
 * What is selected in the page, as a range of the file. The blocks know their lines; where the
 * selected text is in them as it is, the range is exact, otherwise it is whole lines.
 */
export function readSelection(page: HTMLElement, source: string): TextSelection | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const { startContainer, endContainer } = selection.getRangeAt(0);
  if (!page.contains(startContainer) || !page.contains(endContainer)) return undefined;
  const first = linesOf(startContainer)?.[0];
  const last = linesOf(endContainer)?.[1];
  const selected = selection.toString().trim();
  if (first === undefined || last === undefined || selected === '') return undefined;
  const lines = source.split('\n');
  const part = lines.slice(first, last).join('\n');
  const at = part.indexOf(selected);
  if (at === -1) return wholeLines(lines, first, last);
  return {
    range: { start: placeOf(part, at, first), end: placeOf(part, at + selected.length, first) },
    text: selected,
  };
}

function linesOf(node: Node): readonly [number, number] | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest<HTMLElement>('[data-line]');
  if (!block) return undefined;
  return [Number(block.dataset.line), Number(block.dataset.end)];
}

function wholeLines(lines: readonly string[], first: number, last: number): TextSelection {
  let end = last;
  while (end > first + 1 && lines[end - 1]?.trim() === '') end--;
  const text = lines.slice(first, end).join('\n');
  return {
    range: {
      start: { line: first, character: 0 },
      end: { line: end - 1, character: lines[end - 1]?.length ?? 0 },
    },
    text,
  };
}

function placeOf(part: string, at: number, firstLine: number): { line: number; character: number } {
  const before = part.slice(0, at).split('\n');
  return { line: firstLine + before.length - 1, character: before.at(-1)?.length ?? 0 };
}
