import { call } from '../../api/call.ts';
import { toast, toastError, withProgress } from '../../state/toasts.ts';

/** Takes a change back. That is a change too, so it can be taken back again. */
export async function undoStep(change: string): Promise<void> {
  try {
    const { step } = await withProgress(() => call('history.undo', { change }));
    toast('The change was taken back.', 'good', {
      label: 'Redo',
      run: () => step !== undefined && undoStep(step),
    });
  } catch (thrown) {
    toastError(thrown);
  }
}
