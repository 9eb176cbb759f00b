import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Empty } from '../../kit/empty.tsx';
import { titleOf } from '../../kit/paths.ts';
import { createNote } from './note-actions.ts';
import { TemplateField } from './template-field.tsx';

/** Following a link to a missing note does not create it. */
export function NewNote({ path }: { path: string }): JSX.Element {
  const [template, setTemplate] = useState('');
  return (
    <section class="note-column">
      <Empty icon="notes" title={`“${titleOf(path)}” does not exist yet`}>
        <span class="form-dialog">
          <TemplateField value={template} onChange={setTemplate} />
          <button type="button" class="button primary" onClick={() => createNote(path, template)}>
            Create {path}
          </button>
        </span>
      </Empty>
    </section>
  );
}
