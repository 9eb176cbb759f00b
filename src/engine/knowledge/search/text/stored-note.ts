import { nameOf } from '../../../../contract/paths.ts';
import { foldCase } from './letters.ts';

/** One version of a note's text, in the forms that comparing needs, each made at most once. */
export class StoredNote {
  readonly bytes: Buffer;
  readonly ascii: boolean;
  readonly path: string;
  #text: string | undefined;
  #binary: string | undefined;
  #folded: string | undefined;

  constructor(path: string, bytes: Buffer, ascii: boolean) {
    this.path = path;
    this.bytes = bytes;
    this.ascii = ascii;
  }

  get text(): string {
    this.#text ??= this.ascii ? this.binary : this.bytes.toString('utf8');
    return this.#text;
  }

  /** One character per byte: much faster to make than the text, and as good for finding ASCII. */
  get binary(): string {
    this.#binary ??= this.bytes.toString('latin1');
    return this.#binary;
  }

  /** Base name without its extension. */
  get name(): string {
    return titleOf(this.path);
  }

  /** The name or the text as it is compared; offsets stay the same. */
  comparable(subject: 'name' | 'text', matchCase: boolean): string {
    if (matchCase) return subject === 'name' ? this.name : this.text;
    if (subject === 'name') return foldCase(this.name);
    this.#folded ??= foldCase(this.text);
    return this.#folded;
  }
}

/** What a note is called: its base name without `.md`. */
export function titleOf(path: string): string {
  const name = nameOf(path);
  return /\.md$/i.test(name) ? name.slice(0, -3) : name;
}
