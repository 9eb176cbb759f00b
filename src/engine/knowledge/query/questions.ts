/** What can be asked. */
export type Question =
  | {
      /** `dql` is a Dataview query, `expression` one of its expressions. */
      readonly kind: 'dql' | 'expression';
      readonly text: string;
      /** The note that asks: what `this` and short links mean. */
      readonly from?: string | undefined;
    }
  | { readonly kind: 'rule'; readonly logic: unknown }
  | {
      readonly kind: 'base';
      /** A `.base` file, or a note that holds a base. */
      readonly path?: string | undefined;
      readonly text?: string | undefined;
      /** The first one when absent. */
      readonly view?: string | undefined;
      /** The file that shows the base; the base itself when absent. */
      readonly from?: string | undefined;
    };

export const answerFormats = ['json', 'markdown', 'csv', 'tsv', 'paths'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

export interface AskOptions {
  readonly format?: AnswerFormat | undefined;
  readonly rowsMax?: number | undefined;
  /** Links, files and pictures of a base as objects, in format json. */
  readonly isRich?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How strict a rule or a query is read that is asked for its hits. */
export interface HitOptions extends AskOptions {
  /** Whether pattern and text of a rule may stand reversed; they may when absent. */
  readonly operands?: 'any order' | 'pattern first' | undefined;
  /** Refuse a query that is not a TABLE with a column for the file. */
  readonly tablesOnly?: boolean | undefined;
}

export interface Formatted {
  /** The answer as JSON, unless another format was asked for. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The answer in that format. */
  readonly text?: string;
}

export interface Reply extends Formatted {
  /** The same for the same answer, so that a change can be noticed. */
  readonly version: string;
  /** There is more than an answer may hold. */
  readonly isTruncated: boolean;
}

/** A note, and what a row or a rule gives for it. */
export interface NoteHit {
  /** Empty when a row is about no note. */
  readonly filename: string;
  readonly result: unknown;
}

/** A `.base` file and what it offers. */
export interface BaseInfo {
  readonly path: string;
  readonly views: readonly { readonly name: string; readonly type: string }[];
  /** Why it cannot be read, or what in it is not understood. */
  readonly problems: readonly string[];
}

export interface Queries {
  /** The bases of the vault with their views, by path. */
  bases(): Promise<BaseInfo[]>;
  /** A JSONLogic rule, evaluated for every note. */
  rule(logic: unknown, options?: HitOptions): Promise<NoteHit[]>;
  /** A Dataview query, one hit per row: the note it is about, and the columns by name. */
  dql(text: string, options?: HitOptions): Promise<NoteHit[]>;
  /** The answer as of now. */
  ask(question: Question, options?: AskOptions): Promise<Reply>;
  /** The next answer that differs from a version; undefined when none comes in that time. */
  askAgain(
    question: Question,
    version: string,
    options: AskOptions & { readonly waitMs: number },
  ): Promise<Reply | undefined>;
}
