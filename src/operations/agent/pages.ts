import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';

export interface ItemPage<Item> {
  readonly items: Item[];
  readonly total: number;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** The page a cursor points at, the first without one. */
export function paginate<Item>(items: readonly Item[], cursor: string | undefined): ItemPage<Item> {
  const { offset, limit } = parseCursor(cursor);
  const end = offset + limit;
  return {
    items: items.slice(offset, end),
    total: items.length,
    ...(end < items.length && { nextCursor: toCursor(end, limit) }),
  };
}

/** Where a cursor points. It is not bound to a query. */
export function parseCursor(cursor: string | undefined): { offset: number; limit: number } {
  if (cursor === undefined) return { offset: 0, limit: limits.searchPageDefault };
  const parsed = decode(cursor);
  if (parsed === undefined) {
    throw new VaultError('invalid-input', 'The cursor is not one that a search returned.', {
      reason: 'cursor-invalid',
      hint: 'Pass nextCursor of the page before, unchanged, or no cursor for the first page.',
      data: { cursor },
    });
  }
  return { offset: parsed.offset, limit: Math.min(parsed.limit, limits.searchPageMax) };
}

export function toCursor(offset: number, limit: number): string {
  return Buffer.from(JSON.stringify({ offset, limit })).toString('base64url');
}

function decode(cursor: string): { offset: number; limit: number } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('offset' in value) || !('limit' in value)) return undefined;
    const { offset, limit } = value;
    return isCount(offset) && isCount(limit) && limit > 0 ? { offset, limit } : undefined;
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
