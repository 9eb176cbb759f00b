import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorInfoField } from 'obsidian';

export interface EditorEvents {
  /** A selection, a text or the focus is another one. */
  readonly changed: () => void;
  /** The text of a note was edited. */
  readonly edited: (path: string) => void;
}

/** Runs in every editor at every key, so it only says that something happened. */
export function listenToEditors({ changed, edited }: EditorEvents): Extension {
  return EditorView.updateListener.of(({ selectionSet, docChanged, focusChanged, state }) => {
    if (!selectionSet && !docChanged && !focusChanged) return;
    changed();
    if (!docChanged) return;
    // Embeds and canvas cards have no file of their own.
    const path = state.field(editorInfoField, false)?.file?.path;
    if (path !== undefined) edited(path);
  });
}
