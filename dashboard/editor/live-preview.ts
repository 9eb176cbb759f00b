import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension, Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';

/**
 * Headings, emphasis, links and boxes of tasks look as they read, but for the lines that the
 * cursor or the selection is in: those show every character. The text is never changed by it.
 */
export function livePreview(openLink: (target: string) => void): Extension {
  return [
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet;

        constructor(view: EditorView) {
          this.decorations = decorate(view);
        }

        update(update: ViewUpdate): void {
          const { docChanged, viewportChanged, selectionSet, focusChanged } = update;
          // A busy machine parses the text after it is first shown.
          const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
          if (docChanged || viewportChanged || selectionSet || focusChanged || isParsed) {
            this.decorations = decorate(update.view);
          }
        }
      },
      { decorations: ({ decorations }) => decorations },
    ),
    EditorView.domEventHandlers({
      mousedown: (event) => followLink(event, openLink),
    }),
    liveTheme,
  ];
}

/** Marks that only say how the text around them looks. */
const hiddenMarks = new Set(['HeaderMark', 'EmphasisMark', 'CodeMark', 'StrikethroughMark']);
const headings = /^(?:ATX|Setext)Heading([1-6])$/;
const hide = Decoration.replace({});

function decorate(view: EditorView): DecorationSet {
  const { state } = view;
  const found: Range<Decoration>[] = [];
  const codes: { from: number; to: number }[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, from: start, to: end, node }) {
        const [, level] = headings.exec(name) ?? [];
        if (level !== undefined) {
          found.push(
            Decoration.line({ class: `cm-h${level}` }).range(state.doc.lineAt(start).from),
          );
        }
        if (/Code|Frontmatter|HTML|URL/.test(name)) codes.push({ from: start, to: end });
        if (name === 'TaskMarker') found.push(...taskAt(state, start, end));
        const parent = node.parent?.name ?? '';
        const isFence = name === 'CodeMark' && parent === 'FencedCode';
        if (!hiddenMarks.has(name) || isFence || isActive(state, start)) return;
        found.push(...hidden(state, start, end, name === 'HeaderMark'));
      },
    });
    found.push(...linksIn(state, from, to, codes));
  }
  return Decoration.set(found, true);
}

/** The blank behind the mark of a heading goes with it. */
function hidden(
  { doc }: EditorState,
  from: number,
  to: number,
  isHeading: boolean,
): Range<Decoration>[] {
  const line = doc.lineAt(from);
  // The line below a heading that is underlined stays: without it the heading is no heading.
  if (isHeading && !line.text.slice(to - line.from).trim() && from === line.from) return [];
  const end = isHeading && doc.sliceString(to, to + 1) === ' ' ? to + 1 : to;
  return [hide.range(from, end)];
}

/** True where the text is shown as it is, because the selection touches its line. */
function isActive({ selection, doc }: EditorState, at: number): boolean {
  const { from, to } = doc.lineAt(at);
  return selection.ranges.some((range) => range.from <= to && range.to >= from);
}

const linkPattern = /(!?)\[\[([^\][|\n]+)(?:\|([^\]\n]*))?\]\]|(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)/g;

/** Links show their label, and lead somewhere. Embeds stay as they are written. */
function linksIn(
  state: EditorState,
  from: number,
  to: number,
  codes: readonly { from: number; to: number }[],
): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  for (const match of state.doc.sliceString(from, to).matchAll(linkPattern)) {
    const [whole, isEmbed, wiki, alias, label, url] = match;
    const start = from + match.index;
    const end = start + whole.length;
    const target = wiki ?? url ?? '';
    // A URL is marked as one in a link, too; only code around the whole of it counts.
    if (codes.some((code) => code.from <= start && code.to >= end)) continue;
    if (isEmbed) continue;
    const shown = alias ?? label ?? target;
    const shownAt = start + whole.lastIndexOf(shown, whole.length - 1 - (url?.length ?? 0));
    const isShort = isActive(state, start) || shown === '';
    found.push(linkMark(target).range(start, end));
    if (isShort) continue;
    found.push(hide.range(start, shownAt), hide.range(shownAt + shown.length, end));
  }
  return found.filter(({ from: first, to: last }) => first < last);
}

function linkMark(target: string): Decoration {
  return Decoration.mark({
    class: 'cm-live-link',
    attributes: { 'data-target': target, title: 'Ctrl or ⌘ and click to open' },
  });
}

function followLink(event: MouseEvent, openLink: (target: string) => void): boolean {
  const link = event.target instanceof Element ? event.target.closest('.cm-live-link') : null;
  if (!(link instanceof HTMLElement) || !(event.ctrlKey || event.metaKey)) return false;
  const target = link.dataset.target ?? '';
  event.preventDefault();
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) window.open(target, '_blank', 'noopener');
  else openLink(decodeURI(target));
  return true;
}

function taskAt(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const mark = state.doc.sliceString(from + 1, to - 1);
  if (isActive(state, from)) return [];
  return [Decoration.replace({ widget: new Box(mark) }).range(from, to)];
}

/** The box of a task. A click changes the one character between its brackets. */
class Box extends WidgetType {
  readonly #mark: string;

  constructor(mark: string) {
    super();
    this.#mark = mark;
  }

  override eq(other: Box): boolean {
    return other.#mark === this.#mark;
  }

  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'cm-task';
    box.checked = this.#mark !== ' ';
    box.setAttribute('aria-label', box.checked ? 'Done' : 'To do');
    box.onmousedown = (event) => {
      event.preventDefault();
      const from = view.posAtDOM(box) + 1;
      view.dispatch({ changes: { from, to: from + 1, insert: box.checked ? ' ' : 'x' } });
    };
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const liveTheme = EditorView.theme({
  '.cm-h1': { fontSize: '1.6em', fontFamily: 'var(--sans)', fontWeight: '680', lineHeight: '1.35' },
  '.cm-h2': { fontSize: '1.35em', fontFamily: 'var(--sans)', fontWeight: '660' },
  '.cm-h3': { fontSize: '1.18em', fontFamily: 'var(--sans)', fontWeight: '650' },
  '.cm-h4, .cm-h5, .cm-h6': { fontFamily: 'var(--sans)', fontWeight: '650' },
  '.cm-live-link': { color: 'var(--accent)' },
  '.cm-task': {
    width: '15px',
    height: '15px',
    margin: '0',
    verticalAlign: '-2px',
    accentColor: 'var(--accent-fill)',
  },
});
