import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  type ChangeSet,
  Compartment,
  EditorState,
  type Extension,
  StateField,
  Transaction,
} from '@codemirror/state';
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { Strict } from './strict.ts';
import type { TFile } from './vault.ts';

export interface EditorPosition {
  readonly line: number;
  readonly ch: number;
}

/** What an editor belongs to; without a file in embeds and canvas cards. */
export interface FileInfo {
  readonly file: TFile | null;
}

export const editorInfoField = StateField.define<FileInfo>({
  create: () => ({ file: null }),
  update: (value) => value,
});

/** The extensions of all plugins. Editors that are open get new ones at once. */
export class EditorExtensions {
  readonly list: Extension[] = [];
  readonly editors = new Set<{ readonly cm: EditorView; readonly slot: Compartment }>();

  update(): void {
    for (const { cm, slot } of this.editors) {
      cm.dispatch({ effects: slot.reconfigure([...this.list]) });
    }
  }
}

export interface EditorParts {
  readonly parent: HTMLElement;
  readonly info: FileInfo;
  readonly extensions: EditorExtensions;
  /** The text was edited by a person or a command. */
  edited(changes: ChangeSet): void;
}

/** The app's interface to a CodeMirror editor. */
export class Editor extends Strict {
  cm: EditorView;
  slot = new Compartment();
  extensions: EditorExtensions;

  constructor({ parent, info, extensions, edited }: EditorParts) {
    super();
    this.extensions = extensions;
    const listen = (update: ViewUpdate) => {
      if (!update.docChanged) return;
      const isLoad = update.transactions.every((each) => each.annotation(Transaction.remote));
      if (!isLoad) edited(update.changes);
    };
    this.cm = new EditorView({
      parent,
      root: parent.ownerDocument,
      state: EditorState.create({
        extensions: [
          editorInfoField.init(() => info),
          EditorState.allowMultipleSelections.of(true),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.updateListener.of(listen),
          this.slot.of([...extensions.list]),
        ],
      }),
    });
    extensions.editors.add(this);
  }

  getValue(): string {
    return this.cm.state.doc.toString();
  }

  getLine(line: number): string {
    return this.cm.state.doc.line(line + 1).text;
  }

  lineCount(): number {
    return this.cm.state.doc.lines;
  }

  getSelection(): string {
    const { from, to } = this.cm.state.selection.main;
    return this.cm.state.sliceDoc(from, to);
  }

  somethingSelected(): boolean {
    return !this.cm.state.selection.main.empty;
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): EditorPosition {
    return this.offsetToPos(this.cm.state.selection.main[side]);
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to));
  }

  listSelections(): { anchor: EditorPosition; head: EditorPosition }[] {
    return this.cm.state.selection.ranges.map(({ anchor, head }) => ({
      anchor: this.offsetToPos(anchor),
      head: this.offsetToPos(head),
    }));
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    const selection = { anchor: this.posToOffset(anchor), head: this.posToOffset(head) };
    this.cm.dispatch({ selection });
  }

  setCursor(position: EditorPosition): void {
    this.setSelection(position);
  }

  replaceRange(text: string, from: EditorPosition, to: EditorPosition = from): void {
    const changes = { from: this.posToOffset(from), to: this.posToOffset(to), insert: text };
    this.cm.dispatch({ changes, userEvent: 'input' });
  }

  replaceSelection(text: string): void {
    this.cm.dispatch(this.cm.state.replaceSelection(text), { userEvent: 'input' });
  }

  scrollIntoView({ from, to }: { from: EditorPosition; to: EditorPosition }, center = false): void {
    const range = { from: this.posToOffset(from), to: this.posToOffset(to) };
    const effects = EditorView.scrollIntoView(range.from, { y: center ? 'center' : 'nearest' });
    this.cm.dispatch({ effects });
    lastScroll.range = range;
    lastScroll.isCentred = center;
  }

  focus(): void {
    this.cm.focus();
  }

  hasFocus(): boolean {
    return this.cm.hasFocus;
  }

  posToOffset({ line, ch }: EditorPosition): number {
    const { doc } = this.cm.state;
    const { from, length } = doc.line(Math.min(doc.lines, line + 1));
    return from + Math.min(length, ch);
  }

  offsetToPos(offset: number): EditorPosition {
    const line = this.cm.state.doc.lineAt(offset);
    return { line: line.number - 1, ch: offset - line.from };
  }

  /** Puts the text of the file in, changing only what differs, so that the cursor stays where it was. */
  load(text: string): void {
    const old = this.getValue();
    const now = text.replace(/\r\n?/g, '\n');
    if (old === now) return;
    const { from, to, insert } = findDifference(old, now);
    this.cm.dispatch({
      changes: { from, to, insert },
      annotations: Transaction.remote.of(true),
    });
  }

  destroy(): void {
    this.extensions.editors.delete(this);
    this.cm.destroy();
  }
}

/** Where the last one was asked to scroll. */
export const lastScroll: { range?: { from: number; to: number }; isCentred?: boolean } = {};

export function findDifference(
  old: string,
  now: string,
): { from: number; to: number; insert: string } {
  const limit = Math.min(old.length, now.length);
  let from = 0;
  while (from < limit && old[from] === now[from]) from++;
  let end = 0;
  while (end < limit - from && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { from, to: old.length - end, insert: now.slice(from, now.length - end) };
}
