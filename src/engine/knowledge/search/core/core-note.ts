import { nameOf } from '../../../../contract/paths.ts';
import { frontmatterTags } from '../../../text/markdown/frontmatter.ts';
import type { Note, Properties } from '../../../text/markdown/note.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import type { StoredNote } from '../text/stored-note.ts';
import type { CorePlace } from './core-syntax.ts';

/** A note in the parts that Obsidian's search knows. Scanned only when a part needs it. */
export class CoreNote {
  readonly stored: StoredNote;
  #scanned: Note | undefined;

  constructor(stored: StoredNote) {
    this.stored = stored;
  }

  /** The texts that must contain a query as a whole. */
  parts(place: CorePlace): readonly (readonly string[])[] {
    const { text, path } = this.stored;
    switch (place) {
      case 'content':
        return [[text]];
      case 'file':
        return [[nameOf(path)]];
      case 'path':
        return [[path]];
      case 'tag':
        return [this.#tags()];
      case 'line':
        return text.split(/\r?\n/).map((line) => [line]);
      case 'section':
        return this.#sections().map((section) => [section]);
      case 'block':
        return this.#blocks().map((block) => [block]);
      default:
        return this.#tasks(place).map((task) => [task]);
    }
  }

  get properties(): Properties {
    return this.#note.frontmatter?.values ?? {};
  }

  get #note(): Note {
    this.#scanned ??= scanNote(this.stored.text);
    return this.#scanned;
  }

  #tags(): string[] {
    const { frontmatter, tags } = this.#note;
    return [...(frontmatterTags(frontmatter?.values) ?? []), ...tags.map(({ tag }) => tag)];
  }

  /** The texts between two headings, the upper one included. */
  #sections(): string[] {
    const starts = [0, ...this.#note.headings.map(({ start }) => start)];
    return starts.map((start, i) => this.stored.text.slice(start, starts[i + 1]));
  }

  /** Paragraphs and the like; of lists every item. */
  #blocks(): string[] {
    const { sections, listItems } = this.#note;
    const blocks = sections.filter(({ type }) => type !== 'list');
    return [...blocks, ...listItems].map(({ start, end }) => this.stored.text.slice(start, end));
  }

  #tasks(place: 'task' | 'task-todo' | 'task-done'): string[] {
    return this.#note.listItems
      .filter(({ task }) => {
        if (task === undefined) return false;
        return place === 'task' || (task === ' ') === (place === 'task-todo');
      })
      .map(({ start, end }) => this.stored.text.slice(start, end));
  }
}
