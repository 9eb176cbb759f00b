/** Finds lines and characters for offsets of one text, both counted from zero. */
export interface LineMap {
  positionAt(offset: number): { line: number; character: number };
  /** The offset of a position; beyond the end of a line or of the text it is that end. */
  offsetAt(position: { readonly line: number; readonly character: number }): number;
}

export function createLineMap(text: string): LineMap {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    positionAt(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low, character: offset - (starts[low] ?? 0) };
    },
    offsetAt({ line, character }) {
      const start = starts[line];
      if (start === undefined) return text.length;
      const next = starts[line + 1];
      let end = next === undefined ? text.length : next - 1;
      if (next !== undefined && end > start && text.charCodeAt(end - 1) === 13) end--;
      return Math.min(start + character, end);
    },
  };
}
