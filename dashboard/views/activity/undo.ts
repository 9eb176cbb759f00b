import { signal } from '@preact/signals';
import { CallError, call } from '../../api/call.ts';
import { go } from '../../kit/route.ts';
import { toast, toastError, withProgress } from '../../state/toasts.ts';

/** An undo that later changes are in the way of. */
export interface BlockedUndo {
  readonly change: string;
  readonly message: string;
  readonly blockedBy: readonly string[];
}

/** The last undo that was refused, for the page of that change. */
export const blockedUndo = signal<BlockedUndo | undefined>(undefined);

/** Undoes a change. That is a change too, so it can be undone. */
export async function undoStep(change: string): Promise<void> {
  try {
    const { step } = await withProgress(() => call('history.undo', { change }));
    blockedUndo.value = undefined;
    toast('Undone.', 'good', {
      label: 'Redo',
      run: () => step !== undefined && void undoStep(step),
    });
  } catch (thrown) {
    const blocked = toBlocked(change, thrown);
    if (blocked === undefined) {
      toastError(thrown);
      return;
    }
    blockedUndo.value = blocked;
    toast('It was changed again since, so it was not undone.', 'bad', {
      label: 'Show what blocks it',
      run: () => go('activity', blocked.blockedBy[0] ?? change),
    });
  }
}

function toBlocked(change: string, thrown: unknown): BlockedUndo | undefined {
  if (!(thrown instanceof CallError) || thrown.code !== 'changed-on-disk') return undefined;
  const ids = thrown.data.blockedBy;
  if (!Array.isArray(ids) || ids.length === 0) return undefined;
  return { change, message: thrown.message, blockedBy: ids.map(String) };
}
