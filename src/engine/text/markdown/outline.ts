import type { Block, Heading, ListItem, Section, SectionType } from './note.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenItem = Mutable<ListItem>;
export type OpenSection = Mutable<Section>;

/** Who carries a block id, kept until the ends of everything are known. */
interface Named {
  readonly id: string;
  readonly markerStart: number;
  readonly markerEnd: number;
  readonly isolated: boolean;
  readonly owner: OpenItem | OpenSection;
  readonly item: number;
}

/** Collects sections, headings, items and block ids while lines go by. */
export class Outline {
  readonly sections: OpenSection[] = [];
  /** The latest section. */
  section: OpenSection | undefined;
  readonly headings: Mutable<Heading>[] = [];
  readonly items: OpenItem[] = [];
  readonly tasks: { readonly item: OpenItem; readonly mark: string }[] = [];
  private readonly named: Named[] = [];
  /** Which of the headings have an open section, the innermost last. */
  private readonly openHeadings: number[] = [];

  openSection(type: SectionType, start: number, end: number, line: number): void {
    const section: OpenSection = { type, start, end, line, endLine: line };
    this.section = section;
    this.sections.push(section);
  }

  addHeading(
    level: number,
    text: string,
    setext: boolean,
    start: number,
    end: number,
    line: number,
    bodyStart: number,
  ): void {
    this.closeHeadings(level, start);
    const parent = this.openHeadings.at(-1) ?? -1;
    this.openHeadings.push(this.headings.length);
    this.headings.push({
      level,
      text,
      setext,
      parent,
      start,
      end,
      line,
      bodyStart,
      sectionEnd: bodyStart,
    });
  }

  /** Ends every open section that a heading of this level at this place ends. */
  closeHeadings(level: number, at: number): void {
    const { openHeadings } = this;
    while (openHeadings.length > 0) {
      const last = this.headings[openHeadings[openHeadings.length - 1] ?? -1];
      if (last === undefined || last.level < level) return;
      last.sectionEnd = at;
      openHeadings.pop();
    }
  }

  nameItem(index: number, id: string, markerStart: number, markerEnd: number): void {
    const owner = this.items[index];
    if (owner === undefined) return;
    this.named.push({ id, markerStart, markerEnd, isolated: false, owner, item: index });
  }

  nameSection(owner: OpenSection, id: string, from: number, to: number, isolated: boolean): void {
    this.named.push({ id, markerStart: from, markerEnd: to, isolated, owner, item: -1 });
  }

  /** Names what has an id, and says where it ends by now. */
  blocks(): Block[] {
    return this.named.map(({ id, markerStart, markerEnd, isolated, owner, item }) => {
      owner.id = id;
      const { start, end, line, endLine } = owner;
      const type = 'type' in owner ? owner.type : 'listItem';
      return { id, markerStart, markerEnd, isolated, item, type, start, end, line, endLine };
    });
  }

  /** Reading lines is faster while all items have the same shape, so tasks are marked at the end. */
  markTasks(): void {
    for (const { item, mark } of this.tasks) item.task = mark;
  }
}
