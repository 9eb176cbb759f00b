import { nameOf } from '../../../../contract/paths.ts';
import { normalizeHeading } from './names.ts';

export type LinkType = 'file' | 'header' | 'block';

interface LinkParts {
  readonly path: string;
  readonly type: LinkType;
  readonly subpath?: string | undefined;
  readonly display?: string | undefined;
  readonly embed: boolean;
}

/** A link to a file, a heading or a block. */
export class LinkValue {
  readonly path: string;
  readonly type: LinkType;
  readonly subpath: string | undefined;
  readonly display: string | undefined;
  readonly embed: boolean;

  constructor({ path, type, subpath, display, embed }: LinkParts) {
    this.path = path;
    this.type = type;
    this.subpath = subpath;
    this.display = display;
    this.embed = embed;
  }

  with(change: Partial<LinkParts>): LinkValue {
    return new LinkValue({
      path: this.path,
      type: this.type,
      subpath: this.subpath,
      display: this.display,
      embed: this.embed,
      ...change,
    });
  }

  /** The link as Markdown; without a display it shows the file's title. */
  markdown(): string {
    const shown = this.display ? this.display : this.#title();
    return `${this.embed ? '!' : ''}[[${this.#target()}|${shown}]]`;
  }

  #title(): string {
    const title = fileTitle(this.path);
    return this.type === 'file' ? title : `${title} > ${this.subpath}`;
  }

  #target(): string {
    const escaped = (text: string) => text.replaceAll('|', '\\|');
    if (this.type === 'file') return escaped(this.path);
    const mark = this.type === 'header' ? '#' : '#^';
    return `${escaped(this.path)}${mark}${escaped(this.subpath ?? '')}`;
  }
}

export function fileLink(path: string, display?: string, embed = false): LinkValue {
  return new LinkValue({ path, type: 'file', display, embed });
}

/** A link from its target as written: `path`, `path#heading` or `path#^block`. */
export function toLink(target: string, display?: string, embed = false): LinkValue {
  if (target.includes('#^')) {
    const [path = '', subpath] = target.split('#^');
    return new LinkValue({ path, type: 'block', subpath, display, embed });
  }
  if (target.includes('#')) {
    const [path = '', heading = ''] = target.split('#');
    const subpath = normalizeHeading(heading);
    return new LinkValue({ path, type: 'header', subpath, display, embed });
  }
  return fileLink(target, display, embed);
}

/** The last name of a path, without `.md`. */
export function fileTitle(path: string): string {
  const name = nameOf(path);
  return name.endsWith('.md') ? name.slice(0, -3) : name;
}
