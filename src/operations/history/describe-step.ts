import type { Op, Step } from '../../engine/store/journal/record.ts';
import type { ListedStep } from './listed-step.ts';

/** A change of the vault as callers see it. */
export function describe(step: Step): ListedStep {
  const { id, at, protocol, client, why, ops, undoes, approvedBy, machine } = step;
  return {
    change: id,
    at: new Date(at).toISOString(),
    protocol,
    client,
    why,
    files: ops.map(describeOp),
    ...(machine && { machine }),
    ...(undoes && { undoes }),
    ...(approvedBy && { approvedBy }),
  };
}

export function describeOp(op: Op): ListedStep['files'][number] {
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
