import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Files that are dropped or pasted become text where they were dropped. */
export function takeFiles(store: (files: readonly File[]) => Promise<string>): Extension {
  const take = (view: EditorView, at: number, data: DataTransfer | null): boolean => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return false;
    const mark = keepPlace(view, at);
    void store(files).then((insert) => {
      if (insert !== '') view.dispatch({ changes: { from: mark.end(), insert } });
    });
    return true;
  };
  return [
    placeKeeper,
    EditorView.domEventHandlers({
      drop(event, view) {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        const isTaken = take(view, at ?? view.state.selection.main.head, event.dataTransfer);
        if (isTaken) event.preventDefault();
        return isTaken;
      },
      paste(event, view) {
        const isTaken = take(view, view.state.selection.main.head, event.clipboardData);
        if (isTaken) event.preventDefault();
        return isTaken;
      },
    }),
  ];
}

const places = new WeakMap<EditorView, Set<{ at: number }>>();

/** People type on while a file is stored, so the place moves with the text. */
const placeKeeper = EditorView.updateListener.of(({ view, changes, docChanged }) => {
  if (!docChanged) return;
  for (const place of places.get(view) ?? []) place.at = changes.mapPos(place.at);
});

function keepPlace(view: EditorView, at: number): { end(): number } {
  const place = { at };
  const those = places.get(view) ?? new Set();
  places.set(view, those.add(place));
  return {
    end() {
      those.delete(place);
      return place.at;
    },
  };
}
