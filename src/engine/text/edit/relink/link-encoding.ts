/** A path in a bare destination: what would end it or mean something else is encoded. */
export function encodePath(path: string): string {
  return path.replace(/[\s#%()<>\\]/g, percent);
}

/** A subpath in a bare destination; it keeps its marks. */
export function encodeSubpath(subpath: string): string {
  return subpath.replace(/[\s%()<>\\]/g, percent);
}

/** A path between angle brackets, where blanks and parentheses may stand. */
export function encodeAngled(path: string): string {
  return path.replace(/[#%<>\\\n]/g, percent);
}

/** `encodeURIComponent` leaves parentheses alone. */
function percent(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
