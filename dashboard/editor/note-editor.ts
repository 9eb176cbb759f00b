import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import type { TextRange } from '../../src/contract/workspace.ts';
import { noteLanguage } from './language.ts';
import { keepLineEnds } from './line-ends.ts';
import { livePreview } from './live-preview.ts';
import { takeFiles } from './take-files.ts';
import { noteTheme } from './theme.ts';

export interface NoteEditorOptions {
  readonly root: ShadowRoot;
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Names that can be linked to. */
  readonly names: () => readonly string[];
  onChange(text: string): void;
  onSelect(range: TextRange, text: string): void;
  onSave(): void;
  /** Stores files that were dropped or pasted. Returns the text that embeds them. */
  onFiles(files: readonly File[]): Promise<string>;
  /** A link was clicked, with the key that opens it. */
  onOpenLink(target: string): void;
  readonly isLive: boolean;
}

export interface NoteEditor {
  text(): string;
  /** Replaces the text; the view moves as little as possible. */
  setText(text: string): void;
  /** Marks are hidden where the cursor is not, or always shown. */
  setLive(isLive: boolean): void;
  goToLine(line: number): void;
  focus(): void;
  close(): void;
}

export function openNoteEditor(options: NoteEditorOptions): NoteEditor {
  const { root, parent, text, label, names, onChange, onSelect, onSave } = options;
  const live = new Compartment();
  const preview = livePreview(options.onOpenLink);
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keepLineEnds(text),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        noteLanguage(),
        highlightSelectionMatches(),
        autocompletion({ override: [(context) => completeLink(context, names)] }),
        keymap.of([
          {
            key: 'Mod-s',
            preventDefault: true,
            run() {
              onSave();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) onChange(state.sliceDoc());
          if (docChanged || selectionSet) onSelect(rangeOf(state), selectedText(state));
        }),
        takeFiles(options.onFiles),
        live.of(options.isLive ? preview : []),
        noteTheme,
      ],
    }),
  });
  return {
    text: () => view.state.sliceDoc(),
    setText(next) {
      if (next === view.state.sliceDoc()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setLive: (isLive) => view.dispatch({ effects: live.reconfigure(isLive ? preview : []) }),
    goToLine(line) {
      const { from } = view.state.doc.line(Math.min(view.state.doc.lines, line + 1));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

function rangeOf({ selection, doc }: EditorState): TextRange {
  const place = (at: number) => {
    const line = doc.lineAt(at);
    return { line: line.number - 1, character: at - line.from };
  };
  return { start: place(selection.main.from), end: place(selection.main.to) };
}

function selectedText({ selection, doc }: EditorState): string {
  return doc.sliceString(selection.main.from, selection.main.to);
}

/** After "[[" the notes of the vault are offered. */
function completeLink(
  context: CompletionContext,
  names: () => readonly string[],
): CompletionResult | null {
  const typed = context.matchBefore(/\[\[[^\]|#]*$/);
  if (typed === null) return null;
  return {
    from: typed.from + 2,
    options: names().map((label) => ({ label, apply: `${label}]]` })),
    validFor: /^[^\]|#]*$/,
  };
}
