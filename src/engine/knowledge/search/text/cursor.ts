import { VaultError } from '../../../../contract/errors.ts';

/** Where a page ended: the last note on it, and its score where results are ranked. */
export interface CursorPlace {
  readonly path: string;
  readonly score?: number;
}

/** An opaque word for a place in the results. It names a note that the caller has seen, nothing else. */
export function writeCursor({ path, score }: CursorPlace): string {
  const fields = score === undefined ? [path] : [path, score];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export function readCursor(cursor: string): CursorPlace {
  const [path, score, ...more] = parseList(cursor);
  const fits = typeof path === 'string' && (score === undefined || typeof score === 'number');
  if (!fits || more.length > 0) throw badCursor(cursor);
  return score === undefined ? { path } : { path, score };
}

function parseList(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function badCursor(cursor: string): VaultError {
  return new VaultError('invalid-input', 'The cursor is not one that a search has given.', {
    reason: 'cursor-invalid',
    hint: 'Start without a cursor, then pass on the one that the answer has.',
    data: { cursor },
  });
}
