import { nameOf } from '../../../../contract/paths.ts';
import { type Stripped, stripWithOrigins } from './accents.ts';
import { foldCase } from './letters.ts';

/** How texts are compared. */
export interface Comparison {
  readonly matchCase: boolean;
  readonly ignoreAccents: boolean;
}

/** One version of a note's text, in the forms that comparing needs, each made at most once. */
export class StoredNote {
  readonly bytes: Buffer;
  readonly ascii: boolean;
  readonly path: string;
  #text: string | undefined;
  #binary: string | undefined;
  #forms: Map<string, Stripped> | undefined;

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

  /** Base name without its ending. */
  get name(): string {
    return titleOf(this.path);
  }

  /** The name or the text as it is compared, with the way back to its offsets. */
  comparable(subject: 'name' | 'text', { matchCase, ignoreAccents }: Comparison): Stripped {
    const key = `${subject}${matchCase}${ignoreAccents}`;
    this.#forms ??= new Map();
    let form = this.#forms.get(key);
    if (form === undefined) {
      const whole = subject === 'name' ? this.name : this.text;
      const { text, ...way } = ignoreAccents ? stripWithOrigins(whole) : { text: whole };
      form = { text: matchCase ? text : foldCase(text), ...way };
      this.#forms.set(key, form);
    }
    return form;
  }
}

/** What a note is called: its base name without `.md`. */
export function titleOf(path: string): string {
  const name = nameOf(path);
  return /\.md$/i.test(name) ? name.slice(0, -3) : name;
}
