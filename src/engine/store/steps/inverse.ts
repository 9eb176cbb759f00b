import type { Op } from '../journal/record.ts';

/** What takes the ops back, in the order to do it. */
export function inverseOf(ops: readonly Op[]): Op[] {
  return ops.toReversed().flatMap(inverse);
}

function inverse(op: Op): Op[] {
  switch (op.op) {
    case 'put':
      return op.before === null
        ? [{ op: 'remove', path: op.path, before: op.after }]
        : [{ op: 'put', path: op.path, before: op.after, after: op.before }];
    case 'remove':
      return [{ op: 'put', path: op.path, before: null, after: op.before }];
    case 'move': {
      const back: Op = { op: 'move', path: op.to, to: op.path, type: op.type, over: null };
      if (op.over === null) return [back];
      return [back, { op: 'put', path: op.to, before: null, after: op.over }];
    }
    case 'mkdir':
      return [{ op: 'rmdir', path: op.path, mode: 0o755 }];
    case 'rmdir':
      return [{ op: 'mkdir', path: op.path, mode: op.mode }];
  }
}
