import temml from 'temml';

/** Errors are shown in place; nothing in the text may make a link or load anything. */
export function renderTex(tex: string, box: HTMLElement, isBlock: boolean): void {
  temml.render(tex, box, {
    displayMode: isBlock,
    throwOnError: false,
    trust: false,
    maxExpand: 1000,
  });
}
