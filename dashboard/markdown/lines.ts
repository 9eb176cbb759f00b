import { useNote } from './context.ts';
import type { Node } from './parse.ts';

export interface LineMarks {
  readonly 'data-line'?: number;
  readonly 'data-end'?: number;
  readonly id?: string;
}

/** The lines of the file that a block shows, so that a selection can be sent to an assistant. */
export function useLines({ token }: Node): LineMarks {
  const { lineShift, depth } = useNote();
  const blockId = token.meta?.blockId;
  const named = typeof blockId === 'string' && depth === 0 ? { id: `block-${blockId}` } : {};
  if (token.map === null || depth > 0) return named;
  return {
    'data-line': token.map[0] + lineShift,
    'data-end': token.map[1] + lineShift,
    ...named,
  };
}
