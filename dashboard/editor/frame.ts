/**
 * Puts the editor into a shadow tree of its own. There its styles can be adopted style sheets,
 * which the strict content policy of the page allows.
 */
export function openFrame(host: HTMLElement): { root: ShadowRoot; parent: HTMLElement } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const parent = document.createElement('div');
  parent.className = 'frame';
  root.append(parent);
  return { root, parent };
}

const css = `
  :host { display: block; min-height: 0; }
  .frame { height: 100%; }
  .cm-mergeView { height: 100%; overflow: auto; scrollbar-width: thin; }
  .cm-mergeViewEditors { min-height: 100%; }
  .cm-mergeViewEditor + .cm-merge-revert + .cm-mergeViewEditor { border-left: 1px solid var(--line); }
  .cm-merge-revert { width: 26px !important; background: var(--sunken); border: solid var(--line); border-width: 0 1px; }
  .cm-merge-revert button {
    width: 18px !important; height: 18px; margin: 2px 0 0 4px; padding: 0; border-radius: 5px;
    border: 1px solid var(--line-strong); background: var(--raised); color: var(--ink-2);
    font: 14px/14px var(--sans); cursor: pointer; text-align: center;
  }
  .cm-merge-revert button:hover { background: var(--bad-soft); color: var(--bad); }
  .cm-chunkButtons button {
    font: 500 11.5px/18px var(--sans) !important; border-radius: 5px !important; padding: 0 8px !important;
    margin-right: 4px !important; border: 1px solid var(--line-strong) !important;
    background: var(--raised) !important; color: var(--ink) !important; cursor: pointer;
  }
  .cm-chunkButtons button.chunk-reject { color: var(--bad) !important; }
  button:focus-visible { outline: 2px solid var(--accent); }
`;
