import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { App } from './app.ts';
import type { TFile } from './vault.ts';
import { FileView } from './views.ts';
import type { TabGroup } from './workspace.ts';

/** Makes the app look like one, for pictures: the list of files, tabs, notes in colour. */
export function dress(app: App): void {
  const { workspace } = app;
  document.body.classList.add('is-dressed');
  if (!app.extensions.list.includes(colours)) {
    app.extensions.list.push(colours);
    workspace.updateOptions();
  }
  drawFiles(workspace.leftSplit.element, app.vault.getFiles(), workspace.getActiveFile()?.path);
  for (const group of [workspace.rootSplit, workspace.rightSplit]) drawTabs(group);
}

/** One level of folders, and what is in those around the active note. */
function drawFiles(parent: HTMLElement, files: readonly TFile[], active = ''): void {
  parent.querySelector('.files')?.remove();
  const list = document.createElement('div');
  list.className = 'files';
  parent.prepend(list);
  list.createDiv({ cls: 'files-vault', text: 'Notes' });
  drawFolder(
    list,
    files.map(({ path }) => path),
    '',
    active,
  );
}

function drawFolder(
  parent: HTMLElement,
  paths: readonly string[],
  prefix: string,
  active: string,
): void {
  const inside = paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  const folders = [...new Set(inside.filter(isBelow).map((path) => path.split('/')[0] ?? ''))];
  for (const name of folders.sort()) {
    const folder = `${prefix}${name}/`;
    const isOpen = active.startsWith(folder);
    parent.createDiv({ cls: `files-folder${isOpen ? ' is-open' : ''}`, text: name });
    if (isOpen) drawFolder(parent.createDiv({ cls: 'files-inside' }), paths, folder, active);
  }
  for (const name of inside.filter((path) => !isBelow(path)).sort()) {
    const isActive = `${prefix}${name}` === active;
    const text = name.replace(/\.md$/, '');
    parent.createDiv({ cls: `files-file${isActive ? ' is-active' : ''}`, text });
  }
}

const isBelow = (path: string) => path.includes('/');

function drawTabs({ element, leaves, shown }: TabGroup): void {
  element.querySelector('.tabs')?.remove();
  if (leaves.length === 0) return;
  const strip = document.createElement('div');
  strip.className = 'tabs';
  element.prepend(strip);
  for (const leaf of leaves) {
    strip.createDiv({
      cls: `tab${leaf === shown ? ' is-active' : ''}`,
      text: leaf.getDisplayText(),
    });
  }
  const view = shown?.view;
  if (!(view instanceof FileView)) return;
  const path = view.file?.path.replace(/\.md$/, '').replaceAll('/', ' / ') ?? '';
  view.containerEl.querySelector('.view-header')?.replaceChildren(path);
}

/** What the app draws in its source mode, line by line. */
const lineStyles: readonly (readonly [pattern: RegExp, cls: string])[] = [
  [/^# /, 'md-h1'],
  [/^## /, 'md-h2'],
  [/^###+ /, 'md-h3'],
  [/^> /, 'md-quote'],
  [/^\|/, 'md-table'],
];
const wordStyles =
  /(?<mark>^#+ |^> |^\s*- (\[.\] )?)|(?<link>!?\[\[[^\]]+\]\]|\[[^\]]+\]\([^)]+\))|(?<tag>#[\w/-]+)|(?<faint>\^[\w-]+$)/g;

class Colours {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = colourLines(view);
  }

  update({ docChanged, viewportChanged, view }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.decorations = colourLines(view);
  }
}

const colours = ViewPlugin.fromClass(Colours, { decorations: ({ decorations }) => decorations });

function colourLines({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = state;
  const frontmatter = /^---\n[\s\S]*?\n---$/m.exec(doc.sliceString(0, 2000));
  const bodyStart = frontmatter?.index === 0 ? frontmatter[0].length : 0;
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = doc.lineAt(at);
    const isProperty = line.from < bodyStart;
    const found = lineStyles.find(([pattern]) => pattern.test(line.text));
    const cls = isProperty ? 'md-property' : found?.[1];
    if (cls !== undefined) builder.add(line.from, line.from, Decoration.line({ class: cls }));
    if (!isProperty) colourWords(builder, line);
    at = line.to + 1;
  }
  return builder.finish();
}

function colourWords(
  builder: RangeSetBuilder<Decoration>,
  line: { readonly from: number; readonly text: string },
): void {
  for (const match of line.text.matchAll(wordStyles)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text) ?? [];
    if (kind === undefined) continue;
    const from = line.from + match.index;
    builder.add(from, from + match[0].length, Decoration.mark({ class: `md-${kind}` }));
  }
}
