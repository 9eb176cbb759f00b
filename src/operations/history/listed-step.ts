import { z } from 'zod';
import type { Op, Step } from '../../engine/journal/record.ts';
import { isoTime } from '../shapes.ts';

/** A change of the vault as callers see it. */
export const listedStep = z.object({
  change: z.string().describe('Its id, to show or undo it.'),
  at: isoTime,
  door: z.string(),
  client: z.string(),
  why: z.string(),
  files: z.array(
    z.object({
      what: z.enum(['created', 'changed', 'deleted', 'moved', 'folder']),
      path: z.string(),
      to: z.string().optional(),
    }),
  ),
  undoes: z.string().optional().describe('The change that this one takes back.'),
});

export function describe({
  id,
  at,
  door,
  client,
  why,
  ops,
  undoes,
}: Step): z.output<typeof listedStep> {
  return {
    change: id,
    at: new Date(at).toISOString(),
    door,
    client,
    why,
    files: ops.map(describeOp),
    ...(undoes && { undoes }),
  };
}

export function describeOp(op: Op): z.output<typeof listedStep>['files'][number] {
  switch (op.op) {
    case 'put':
      return { what: op.before === null ? 'created' : 'changed', path: op.path };
    case 'remove':
      return { what: 'deleted', path: op.path };
    case 'move':
      return { what: 'moved', path: op.path, to: op.to };
    case 'mkdir':
    case 'rmdir':
      return { what: 'folder', path: op.path };
  }
}
