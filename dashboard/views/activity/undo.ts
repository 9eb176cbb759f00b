import { call } from '../../api/call.ts';
import { toast, toastError, withProgress } from '../../state/toasts.ts';

/** Undoes a change. That is a change too, so it can be undone. */
export async function undoStep(change: string): Promise<void> {
  try {
    const { step } = await withProgress(() => call('history.undo', { change }));
    toast('Undone.', 'good', {
      label: 'Redo',
      run: () => step !== undefined && undoStep(step),
    });
  } catch (thrown) {
    toastError(thrown);
  }
}
