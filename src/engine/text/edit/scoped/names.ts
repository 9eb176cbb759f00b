import {
  type BlockAddress,
  blockAddress,
  findBlock,
  type HeadingAddress,
  headingAt,
} from '../../markdown/address.ts';
import type { Note } from '../../markdown/note.ts';
import { rejected } from '../section.ts';

/**
 * Behind the name of the second of two siblings of one name, and of every further one, comes this
 * mark and its number from 0, in hexadecimal with digits of their own. No keyboard has them, so a
 * name of the map never means another heading.
 */
const repeatMark = '\u{FC750}';
const firstDigit = 0xf6440;
const marked = /\u{FC750}[\u{F6440}-\u{F644F}]+$/u;

/** The headings of a note by their names, each as an object of those below it. */
export interface HeadingTree {
  readonly [name: string]: HeadingTree;
}

/** What a note offers to be addressed, with headings inside headings. */
export interface NestedMap {
  readonly headings: HeadingTree;
  readonly blocks: string[];
  readonly frontmatterFields: string[];
}

/** What a note offers to be addressed; every name in it means one section. */
export function nestedMap(note: Note): NestedMap {
  const root = emptyTree();
  const trees: Record<string, HeadingTree>[] = [];
  headingNames(note).forEach((name, index) => {
    const parent = note.headings[index]?.parent ?? -1;
    const tree = emptyTree();
    trees.push(tree);
    (trees[parent] ?? root)[name] = tree;
  });
  return {
    headings: root,
    blocks: blockNames(note),
    frontmatterFields: note.frontmatter?.fields.map(({ key }) => key) ?? [],
  };
}

/** The heading at the end of a list of names; undefined when one of them is not there. */
export function findHeadingNamed(note: Note, names: readonly string[]): HeadingAddress | undefined {
  const own = headingNames(note);
  let at = -1;
  for (const name of names) {
    const parent = at;
    const isChild = (index: number) => note.headings[index]?.parent === parent;
    const exact = own.findIndex((each, index) => isChild(index) && each === name);
    at =
      exact !== -1 ? exact : own.findIndex((each, index) => isChild(index) && isAlike(each, name));
    if (at === -1) return undefined;
  }
  return headingAt(note, at);
}

/** The block of a name, in the spelling of the map or with its caret. */
export function findBlockNamed(note: Note, name: string): BlockAddress | undefined {
  const at = blockNames(note).indexOf(name);
  const block = note.blocks[at];
  return block === undefined ? findBlock(note, name) : blockAddress(block);
}

/** True for a name that says which of several it means. */
export function isMarkedName(name: string): boolean {
  return marked.test(name);
}

function headingNames({ headings }: Note): string[] {
  const seen = new Map<string, number>();
  return headings.map(({ text, parent }) => {
    if (isMarkedName(text)) {
      throw rejected(
        `The heading "${text}" ends like the name of a repeated heading.`,
        'Remove the invisible characters at its end.',
      );
    }
    return nthName(text, `${parent} ${text}`, seen);
  });
}

function blockNames({ blocks }: Note): string[] {
  const seen = new Map<string, number>();
  return blocks.map(({ id }) => nthName(id, id, seen));
}

function nthName(name: string, key: string, seen: Map<string, number>): string {
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  if (before === 0) return name;
  const digits = [...(before - 1).toString(16)].map((digit) =>
    String.fromCodePoint(firstDigit + Number.parseInt(digit, 16)),
  );
  return name + repeatMark + digits.join('');
}

/** Blanks at the ends of a heading are not part of its name. */
function isAlike(own: string, name: string): boolean {
  return own.trim() === name.trim();
}

/** Without a prototype, so that every heading can be a member. */
function emptyTree(): Record<string, HeadingTree> {
  return Object.create(null);
}
