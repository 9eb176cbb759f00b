import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  getChunks,
  goToNextChunk,
  goToPreviousChunk,
  MergeView,
  unifiedMergeView,
} from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { noteLanguage } from './language.ts';
import { keepLineEnds } from './line-ends.ts';
import { mergeTheme } from './merge-theme.ts';
import { noteTheme } from './theme.ts';

export interface MergeOptions {
  readonly root: ShadowRoot;
  readonly parent: HTMLElement;
  readonly before: string;
  readonly after: string;
  /** Side by side, or one below the other where there is no room. */
  readonly isWide: boolean;
  readonly labels: { readonly before: string; readonly after: string };
  onChange(text: string, differences: number): void;
}

export interface MergeEditor {
  text(): string;
  goToNext(): void;
  goToPrevious(): void;
  close(): void;
}

/** Two texts side by side. The right one can be edited, and each difference reverted. */
export function openMergeEditor(options: MergeOptions): MergeEditor {
  return options.isWide ? openSideBySide(options) : openUnified(options);
}

const common: Extension = [
  lineNumbers(),
  EditorView.lineWrapping,
  noteLanguage(),
  mergeTheme,
  noteTheme,
];

function editable({ labels, onChange, after }: MergeOptions): Extension {
  return [
    common,
    keepLineEnds(after),
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': labels.after }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.sliceDoc(), getChunks(state)?.chunks.length ?? 0);
    }),
  ];
}

function openSideBySide(options: MergeOptions): MergeEditor {
  const { root, parent, before, after, labels } = options;
  const merge = new MergeView({
    root,
    parent,
    a: {
      doc: before,
      extensions: [
        common,
        keepLineEnds(before),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': labels.before }),
      ],
    },
    b: { doc: after, extensions: editable(options) },
    revertControls: 'a-to-b',
    renderRevertControl: revertButton,
    collapseUnchanged: { margin: 4, minSize: 6 },
    gutter: true,
  });
  return toMergeEditor(merge.b, () => merge.destroy());
}

function openUnified(options: MergeOptions): MergeEditor {
  const { root, parent, before, after } = options;
  const view = new EditorView({
    root,
    parent,
    doc: after,
    extensions: [
      editable(options),
      unifiedMergeView({
        original: before,
        collapseUnchanged: { margin: 3, minSize: 6 },
        mergeControls: chunkButton,
      }),
    ],
  });
  return toMergeEditor(view, () => view.destroy());
}

function toMergeEditor(view: EditorView, close: () => void): MergeEditor {
  return {
    text: () => view.state.sliceDoc(),
    goToNext: () => goToNextChunk(view),
    goToPrevious: () => goToPreviousChunk(view),
    close,
  };
}

function chunkButton(type: 'accept' | 'reject', act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `chunk-${type}`;
  button.textContent = type === 'accept' ? 'Keep' : 'Leave out';
  button.onmousedown = act;
  return button;
}

function revertButton(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-merge-revert-button';
  button.title = 'Leave this as it was';
  button.setAttribute('aria-label', 'Leave this difference as it was');
  button.textContent = '×';
  return button;
}
