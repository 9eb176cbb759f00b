/** Texts for one run: strings, or stretches of shared memory that no one copies. */
export interface RegexCorpus {
  readonly texts?: readonly string[];
  readonly arenas?: readonly RegexArena[];
}

/** UTF-8 texts in shared memory: text `i` is the bytes from `ranges[2 * i]` to `ranges[2 * i + 1]`. */
export interface RegexArena {
  readonly memory: SharedArrayBuffer;
  readonly ranges: Uint32Array;
}

/** What a run shall do, by its kind. Answers come in the order arenas, then strings. */
export interface RegexInputs {
  readonly test: RegexCorpus;
  readonly find: RegexCorpus & { readonly max: number };
  readonly replace: {
    readonly text: string;
    readonly replacement: string;
    /** Only the first match. */
    readonly first?: boolean;
  };
}
export type RegexKind = keyof RegexInputs;

export interface RegexFound {
  readonly total: number;
  /** UTF-16 offsets: start and end of each match, one after the other. */
  readonly spans: readonly number[];
}

export interface RegexReplaced {
  readonly text: string;
  readonly count: number;
}

export interface RegexAnswers {
  readonly test: readonly boolean[];
  readonly find: readonly RegexFound[];
  readonly replace: RegexReplaced;
}

/** Does a job to its end, however long that takes. Only for a thread that can be ended. */
export function runRegexJob<K extends RegexKind>(
  regex: { readonly source: string; readonly flags: string },
  kind: K,
  input: RegexInputs[K],
): RegexAnswers[K] {
  return jobs[kind](new RegExp(regex.source, `${regex.flags}g`), input);
}

const jobs: {
  readonly [K in RegexKind]: (pattern: RegExp, input: RegexInputs[K]) => RegexAnswers[K];
} = {
  test: (pattern, corpus) =>
    mapTexts(corpus, (text) => {
      pattern.lastIndex = 0;
      return pattern.test(text);
    }),
  find: (pattern, { max, ...corpus }) => mapTexts(corpus, (text) => findAll(pattern, text, max)),
  replace: (pattern, { text, replacement, first = false }) => {
    const wanted = first ? new RegExp(pattern.source, pattern.flags.replace('g', '')) : pattern;
    const count = first ? Number(wanted.test(text)) : findAll(pattern, text, 0).total;
    return { text: text.replace(wanted, replacement), count };
  },
};

/** Bytes of all texts of a corpus, or an upper bound of them. */
export function textLengths({ texts = [], arenas = [] }: RegexCorpus): number[] {
  const lengths: number[] = [];
  for (const { ranges } of arenas) {
    for (let i = 0; i < ranges.length; i += 2)
      lengths.push((ranges[i + 1] ?? 0) - (ranges[i] ?? 0));
  }
  return lengths.concat(texts.map((text) => text.length));
}

function mapTexts<T>({ texts = [], arenas = [] }: RegexCorpus, visit: (text: string) => T): T[] {
  const answers: T[] = [];
  for (const { memory, ranges } of arenas) {
    const bytes = Buffer.from(memory);
    for (let i = 0; i < ranges.length; i += 2) {
      answers.push(visit(bytes.toString('utf8', ranges[i], ranges[i + 1])));
    }
  }
  for (const text of texts) answers.push(visit(text));
  return answers;
}

function findAll(pattern: RegExp, text: string, max: number): RegexFound {
  const spans: number[] = [];
  let total = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    if (total++ < max) spans.push(match.index, end);
    if (match[0] === '') pattern.lastIndex = nextIndex(pattern, text, end);
  }
  return { total, spans };
}

/** An empty match must not be found again, nor end up between the halves of one character. */
function nextIndex(pattern: RegExp, text: string, at: number): number {
  const whole = pattern.unicode || pattern.flags.includes('v');
  return at + (whole && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
