import type { Block, Callout, Heading, ListItem, Section, SectionType } from './note.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenItem = Mutable<ListItem>;
export type OpenSection = Mutable<Section>;
export type OpenCallout = Mutable<Callout>;

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
  readonly headings: Heading[] = [];
  readonly items: OpenItem[] = [];
  readonly callouts: OpenCallout[] = [];
  private readonly named: Named[] = [];
  private readonly openHeadings: Mutable<Heading>[] = [];
  private readonly openIndexes: number[] = [];

  openSection(type: SectionType, start: number, end: number, line: number): void {
    this.sections.push({ type, start, end, line, endLine: line });
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
    const parent = this.openIndexes.at(-1) ?? -1;
    const heading: Mutable<Heading> = {
      level,
      text,
      setext,
      parent,
      start,
      end,
      line,
      bodyStart,
      sectionEnd: bodyStart,
    };
    this.openIndexes.push(this.headings.length);
    this.openHeadings.push(heading);
    this.headings.push(heading);
  }

  /** Ends every open section that a heading of this level at this place ends. */
  closeHeadings(level: number, at: number): void {
    for (let last = this.openHeadings.at(-1); last !== undefined; last = this.openHeadings.at(-1)) {
      if (last.level < level) return;
      last.sectionEnd = at;
      this.openHeadings.pop();
      this.openIndexes.pop();
    }
  }

  nameItem(index: number, id: string, markerStart: number, markerEnd: number): void {
    const owner = this.items[index];
    if (owner === undefined) return;
    owner.id = id;
    this.named.push({ id, markerStart, markerEnd, isolated: false, owner, item: index });
  }

  nameSection(owner: OpenSection, id: string, from: number, to: number, isolated: boolean): void {
    owner.id = id;
    this.named.push({ id, markerStart: from, markerEnd: to, isolated, owner, item: -1 });
  }

  blocks(): Block[] {
    return this.named.map(({ owner, ...marker }) => ({
      ...marker,
      type: 'type' in owner ? owner.type : 'listItem',
      start: owner.start,
      end: owner.end,
      line: owner.line,
      endLine: owner.endLine,
    }));
  }
}
