import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  rejectChunk,
  unifiedMergeView,
} from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';

/** How two texts are shown: side by side, in one column, or only the new one. */
export type DiffLayout = 'split' | 'unified' | 'plain';

export interface DiffEditorOptions {
  readonly parent: HTMLElement;
  readonly oldText: string;
  readonly newText: string;
  readonly layout: DiffLayout;
  readonly isEditable: boolean;
}

/** An old and a new text. The new one can be edited, and single hunks of it can be left out. */
export class DiffEditor {
  /** The editor of the new text. */
  readonly view: EditorView;
  readonly #merge: MergeView | undefined;

  constructor({ parent, oldText, newText, layout, isEditable }: DiffEditorOptions) {
    const root = parent.ownerDocument;
    const right = [...shared('Proposed text'), ...(isEditable ? editable() : fixed())];
    if (layout === 'split') {
      this.#merge = new MergeView({
        parent,
        root,
        a: { doc: oldText, extensions: [...shared('Current text'), ...fixed()] },
        b: { doc: newText, extensions: right },
        collapseUnchanged: { margin: 3, minSize: 6 },
        diffConfig: { scanLimit: 2000, timeout: 500 },
        ...(isEditable && {
          revertControls: 'a-to-b' as const,
          renderRevertControl: () => createLeaveButton(),
        }),
      });
      this.view = this.#merge.b;
      return;
    }
    const unified = unifiedMergeView({
      original: oldText,
      mergeControls: isEditable,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: 2000, timeout: 500 },
    });
    const extensions = layout === 'unified' ? [...right, unified] : right;
    this.view = new EditorView({ parent, root, doc: newText, extensions });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get hunkCount(): number {
    return getChunks(this.view.state)?.chunks.length ?? 0;
  }

  goToNext(): void {
    goToNextChunk(this.view);
    this.view.focus();
  }

  goToPrevious(): void {
    goToPreviousChunk(this.view);
    this.view.focus();
  }

  /** Puts the old lines back at the hunk of the cursor; false where there is none. */
  leaveOut(): boolean {
    if (this.#merge === undefined) return rejectChunk(this.view);
    const { state } = this.view;
    const at = state.selection.main.head;
    const chunk = getChunks(state)?.chunks.find(({ fromB, toB }) => at >= fromB && at <= toB);
    if (chunk === undefined) return false;
    const { a } = this.#merge;
    const { fromA, toA, fromB, toB } = chunk;
    const lines = a.state.sliceDoc(fromA, Math.max(fromA, toA - 1));
    const insert = fromA !== toA && toB <= state.doc.length ? lines + state.lineBreak : lines;
    this.view.dispatch({
      changes: { from: fromB, to: Math.min(state.doc.length, toB), insert },
      userEvent: 'revert',
    });
    return true;
  }

  destroy(): void {
    if (this.#merge === undefined) this.view.destroy();
    else this.#merge.destroy();
  }
}

function shared(label: string): Extension[] {
  return [
    lineNumbers(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}

function editable(): Extension[] {
  return [history(), keymap.of([...defaultKeymap, ...historyKeymap])];
}

function fixed(): Extension[] {
  return [EditorState.readOnly.of(true), EditorView.editable.of(false)];
}

function createLeaveButton(): HTMLElement {
  return createEl('button', {
    cls: 'vaultd-leave-out',
    text: '→',
    attr: { 'aria-label': 'Leave this change out' },
  });
}
