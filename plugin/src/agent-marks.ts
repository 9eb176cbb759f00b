import { diff } from '@codemirror/merge';
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { editorInfoField } from 'obsidian';

/** What an agent made of a note. */
export interface AgentEdit {
  readonly before: string;
  readonly after: string;
}

const setMarks = StateEffect.define<DecorationSet>();
const changedLine = Decoration.line({ class: 'vaultd-changed-line' });
/** Edits of a person; what the app itself puts into an editor keeps the marks. */
const ownEdits = ['input', 'delete', 'move', 'undo', 'redo'];

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const isOwn = ownEdits.some((event) => transaction.isUserEvent(event));
    const base = transaction.docChanged && isOwn ? Decoration.none : value.map(transaction.changes);
    return transaction.effects.reduce(
      (set, effect) => (effect.is(setMarks) ? effect.value : set),
      base,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Highlights the lines that an agent has changed in a note that is open, until the next edit. */
export class AgentMarks {
  readonly #views = new Set<EditorView>();
  /** Edits that the app has not put into its editors yet, by path. */
  readonly #expected = new Map<string, AgentEdit>();

  /** For every editor of the app. */
  readonly extension: Extension = [
    marks,
    ViewPlugin.define((view) => {
      this.#views.add(view);
      return {
        update: ({ docChanged }) => {
          const path = docChanged ? pathIn(view) : undefined;
          if (path !== undefined && this.#expected.has(path)) this.#try(view, path);
        },
        destroy: () => this.#views.delete(view),
      };
    }),
  ];

  /** An agent has changed a note. */
  mark(path: string, edit: AgentEdit): void {
    this.#expected.set(path, edit);
    for (const view of this.#views) if (pathIn(view) === path) this.#try(view, path);
  }

  clear(): void {
    this.#expected.clear();
  }

  /** Editors may not be changed while they change, so the marks come right after. */
  #try(view: EditorView, path: string): void {
    window.setTimeout(() => {
      const edit = this.#expected.get(path);
      if (edit === undefined || !this.#views.has(view)) return;
      if (view.state.doc.toString() !== edit.after.replace(/\r\n?/g, '\n')) return;
      this.#expected.delete(path);
      view.dispatch({ effects: setMarks.of(toMarks(view, edit)) });
    }, 0);
  }
}

function pathIn({ state }: EditorView): string | undefined {
  return state.field(editorInfoField, false)?.file?.path;
}

function toMarks({ state: { doc } }: EditorView, { before }: AgentEdit): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let marked = -1;
  const changes = diff(before.replace(/\r\n?/g, '\n'), doc.toString(), { scanLimit: 1000 });
  for (const { fromB, toB } of changes) {
    const last = doc.lineAt(Math.max(fromB, toB - 1)).number;
    for (let number = doc.lineAt(fromB).number; number <= last; number++) {
      const { from } = doc.line(number);
      if (from <= marked) continue;
      builder.add(from, from, changedLine);
      marked = from;
    }
  }
  return builder.finish();
}
