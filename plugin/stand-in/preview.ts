import type { App } from './app.ts';

interface SectionInfo {
  readonly text: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface PostProcessorContext {
  getSectionInfo(element: HTMLElement): SectionInfo | null;
}

/** Renders paragraphs as elements that know their lines. Callouts have no section, as in the app. */
export function renderSections(parent: HTMLElement, text: string, app: App): void {
  parent.replaceChildren();
  const lines = text.split('\n');
  for (let start = 0; start < lines.length; start++) {
    if (lines[start] === '') continue;
    let end = start;
    while (lines[end + 1] !== undefined && lines[end + 1] !== '') end++;
    const element = parent.createDiv({ cls: 'el-p' });
    const words = lines.slice(start, end + 1).join('\n');
    element.createEl(words.startsWith('# ') ? 'h1' : 'p', { text: words.replace(/^# /, '') });
    const info = words.startsWith('> ') ? null : { text, lineStart: start, lineEnd: end };
    const context: PostProcessorContext = { getSectionInfo: () => info };
    for (const process of app.postProcessors) process(element, context);
    start = end;
  }
}
