import type { MarkdownPostProcessorContext, MarkdownView } from 'obsidian';
import type { Selected } from './report.ts';

/** Where rendered sections come from, so that a selection in reading view has lines. */
export class RenderedSections {
  /** The app says where an element comes from only when it is asked at the time. */
  readonly #contexts = new WeakMap<Node, MarkdownPostProcessorContext>();

  remember(element: HTMLElement, context: MarkdownPostProcessorContext): void {
    this.#contexts.set(element, context);
  }

  /** What is selected in a note in reading view: whole sections by line, the words as they are. */
  readSelection(view: MarkdownView): Selected | undefined {
    const { containerEl } = view;
    const selection = containerEl.ownerDocument.getSelection();
    if (selection === null || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    if (!containerEl.contains(range.commonAncestorContainer)) return undefined;
    const first = this.#linesOf(range.startContainer);
    const last = this.#linesOf(range.endContainer);
    if (first === undefined || last === undefined) return undefined;
    const start = { line: first.start, character: 0 };
    const text = selection.toString();
    if (text === '') return { range: { start, end: start }, text };
    return { range: { start, end: { line: last.end, character: last.endLength } }, text };
  }

  #linesOf(node: Node): { start: number; end: number; endLength: number } | undefined {
    for (let each: Node | null = node; each !== null; each = each.parentNode) {
      const context = this.#contexts.get(each);
      if (context === undefined) continue;
      const info = context.getSectionInfo(each as HTMLElement);
      if (info === null) return undefined;
      const { lineStart, lineEnd, text } = info;
      const endLength = text.split('\n')[lineEnd]?.length ?? 0;
      return { start: lineStart, end: lineEnd, endLength };
    }
    return undefined;
  }
}
