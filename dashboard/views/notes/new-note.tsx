import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { Empty } from '../../kit/empty.tsx';
import { titleOf } from '../../kit/paths.ts';
import { goInstead } from '../../kit/route.ts';
import { loadFiles } from '../../state/files.ts';
import { toastError } from '../../state/toasts.ts';

/** Following a link to a missing note does not create it. */
export function NewNote({ path }: { path: string }): JSX.Element {
  const create = async (): Promise<void> => {
    try {
      await call('note.create', { path, content: '' });
      await loadFiles();
      goInstead('notes', path, { edit: '1' });
    } catch (thrown) {
      toastError(thrown);
    }
  };
  return (
    <section class="note-column">
      <Empty icon="notes" title={`“${titleOf(path)}” does not exist yet`}>
        <button type="button" class="button primary" onClick={create}>
          Create {path}
        </button>
      </Empty>
    </section>
  );
}
