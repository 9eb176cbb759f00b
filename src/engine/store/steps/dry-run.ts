import type { VaultPath } from '../../../contract/paths.ts';
import type { Op } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { Draft } from './draft.ts';
import type { Steps } from './steps.ts';

/** What a step would do to one file. Contents that are very large are left out. */
export interface PlannedChange {
  readonly what: 'created' | 'changed' | 'deleted' | 'moved';
  readonly path: VaultPath;
  readonly to?: VaultPath;
  readonly before?: Buffer;
  readonly after?: Buffer;
}

/** Steps that are planned and reported, but not made. */
export function createDryRun(root: Root, onPlanned: (change: PlannedChange) => void): Steps {
  return {
    async run({ plan, signal }) {
      const draft = new Draft(root);
      await plan(draft);
      signal?.throwIfAborted();
      for (const op of draft.ops) for (const change of toPlanned(op, draft)) onPlanned(change);
      return { id: undefined, ops: draft.ops, stats: new Map() };
    },
  };
}

function toPlanned(op: Op, { contents, staged }: Draft): PlannedChange[] {
  switch (op.op) {
    case 'put': {
      const before = op.before?.type === 'file' ? contents.get(op.before.hash) : undefined;
      const after = op.staged === undefined ? undefined : staged.get(op.staged)?.bytes;
      return [
        {
          what: op.before === null ? 'created' : 'changed',
          path: op.path,
          ...(before && { before }),
          ...(after && { after }),
        },
      ];
    }
    case 'remove':
      return [{ what: 'deleted', path: op.path }];
    case 'move':
      return [{ what: 'moved', path: op.path, to: op.to }];
    case 'mkdir':
    case 'rmdir':
      return [];
  }
}
