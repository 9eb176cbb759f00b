import { createHash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { VaultSettings } from '../index/settings.ts';
import { BaseFiles } from './bases/file.ts';
import { describeBase, findBase } from './bases/find-base.ts';
import { formatBase } from './bases/output.ts';
import { runBase } from './bases/run.ts';
import { finishInSlices, QueryBudget } from './budget.ts';
import { answerToHits, formatAnswer } from './dql/output.ts';
import { parseQuery } from './dql/parse.ts';
import type { QueryOutcome } from './dql/result.ts';
import { runQuery } from './dql/run.ts';
import { queryFailed } from './dql/step-errors.ts';
import { createEnv, readDataviewSettings } from './env.ts';
import { compile } from './expression/compile.ts';
import { parseExpression } from './expression/parse.ts';
import { formatAs } from './formats.ts';
import { IndexedFiles } from './indexed-files.ts';
import { valueToJson } from './json.ts';
import { runRule } from './jsonlogic/run.ts';
import type { FieldMemory } from './page/field-memory.ts';
import { Pages } from './page/pages.ts';
import { guardedPatterns } from './patterns.ts';
import type {
  AskOptions,
  BaseInfo,
  Formatted,
  HitOptions,
  NoteHit,
  Question,
  Reply,
} from './questions.ts';
import type { Env } from './values/env.ts';
import { EvalFailure } from './values/failure.ts';
import { toText } from './values/text.ts';
import { emptyObject, RecordValue } from './values/value.ts';

export interface QueryRunnerOptions {
  readonly index: NoteIndex;
  readonly mayRead: (path: string) => boolean;
  readonly settings: () => VaultSettings;
  readonly readConfig: (name: string) => unknown;
  readonly clock: Clock;
  /** Bounds what all runners of a vault cache of its pages. */
  readonly fieldMemory: FieldMemory;
}

type QuestionOf<K extends Question['kind']> = Extract<Question, { kind: K }>;
/** An answer before it has a version. */
type Answered = Formatted & { readonly isTruncated: boolean };

const zone = 'system';
/** One for all vaults and callers: a single thread is enough. */
const patterns = guardedPatterns();

/** Answers questions about a vault for callers that may see the same part of it. */
export class QueryRunner {
  readonly #options: QueryRunnerOptions;
  readonly #source: IndexedFiles;
  readonly #pages: Pages;

  constructor(options: QueryRunnerOptions) {
    const { index, mayRead, settings, fieldMemory } = options;
    this.#options = options;
    this.#source = new IndexedFiles(index, mayRead, settings);
    this.#pages = new Pages(this.#source, zone, fieldMemory);
  }

  async ask(question: Question, options: AskOptions): Promise<Reply> {
    const answered = await this.#answer(question, options, new QueryBudget(options));
    return { ...answered, version: versionOf(answered) };
  }

  ruleHits(logic: unknown, { operands, ...options }: HitOptions): Promise<NoteHit[]> {
    const budget = new QueryBudget(options);
    const context = { source: this.#source, patterns, budget, operands };
    return finishInSlices(runRule(logic, context), budget);
  }

  bases(): BaseInfo[] {
    const files = this.#source.files().filter(({ path }) => path.toLowerCase().endsWith('.base'));
    return files.map(({ path }) => describeBase(path, this.#source.readText(path) ?? ''));
  }

  async queryHits(text: string, { tablesOnly, ...options }: HitOptions): Promise<NoteHit[]> {
    if (tablesOnly === true) this.#requireTable(text);
    const { answer } = await this.#run(text, '', options, new QueryBudget(options));
    return answerToHits(answer, zone);
  }

  #requireTable(text: string): void {
    const { header } = parseQuery(text, this.#env('', new QueryBudget()));
    if (header.kind === 'table' && header.showId) return;
    throw queryFailed('Only a TABLE with a column for the file can be answered here.');
  }

  #answer(question: Question, options: AskOptions, budget: QueryBudget): Promise<Answered> {
    switch (question.kind) {
      case 'dql':
        return this.#dql(question, options, budget);
      case 'expression':
        return this.#expression(question, options, budget);
      case 'rule':
        return this.#rule(question, options);
      case 'base':
        return this.#base(question, options, budget);
    }
  }

  async #dql(
    { text, from = '' }: QuestionOf<'dql' | 'expression'>,
    options: AskOptions,
    budget: QueryBudget,
  ): Promise<Answered> {
    const { env, answer, isTruncated, failedRows } = await this.#run(text, from, options, budget);
    const formatted = formatAnswer(answer, options.format ?? 'json', env);
    if (formatted.data === undefined || failedRows === 0) return { ...formatted, isTruncated };
    return { data: { ...formatted.data, failedRows }, isTruncated };
  }

  async #run(
    text: string,
    from: string,
    { rowsMax }: AskOptions,
    budget: QueryBudget,
  ): Promise<QueryOutcome & { env: Env }> {
    const env = this.#env(from, budget);
    const run = runQuery(parseQuery(text, env), { pages: this.#pages, env, from, rowsMax });
    return { env, ...(await finishInSlices(run, budget)) };
  }

  async #expression(
    { text, from = '' }: QuestionOf<'dql' | 'expression'>,
    { format = 'json' }: AskOptions,
    budget: QueryBudget,
  ): Promise<Answered> {
    const env = this.#env(from, budget);
    const row = this.#pages.find(from) ?? emptyObject;
    const scope = { env, globals: new RecordValue({ this: row }) };
    try {
      const value = compile(parseExpression(text, env), scope)(row);
      const formatted = formatAs(format, 'an expression', {
        json: () => ({ value: valueToJson(value, zone) }),
        markdown: () => toText(value, env),
      });
      return { ...formatted, isTruncated: false };
    } catch (thrown) {
      throw thrown instanceof EvalFailure ? queryFailed(thrown.message) : thrown;
    }
  }

  async #rule({ logic }: QuestionOf<'rule'>, options: AskOptions): Promise<Answered> {
    const { format = 'json' } = options;
    const hits = await this.ruleHits(logic, options);
    const formatted = formatAs(format, 'a rule', {
      json: () => ({ hits }),
      paths: () => hits.map(({ filename }) => filename),
    });
    return { ...formatted, isTruncated: false };
  }

  async #base(
    question: QuestionOf<'base'>,
    { format, rowsMax, isRich }: AskOptions,
    budget: QueryBudget,
  ): Promise<Answered> {
    const files = new BaseFiles(this.#source, zone);
    const base = findBase(question, this.#source);
    const shownBy = question.from ?? question.path;
    const thisFile = shownBy === undefined ? undefined : files.find(shownBy);
    const nowMs = this.#options.clock.now();
    const env = { files, patterns, budget, nowMs, thisFile, random: Math.random };
    const run = runBase(base, env, { view: question.view, rowsMax });
    const answer = await finishInSlices(run, budget);
    return { ...formatBase(answer, format ?? 'json', isRich), isTruncated: answer.isTruncated };
  }

  #env(from: string, budget: QueryBudget): Env {
    const { clock, readConfig } = this.#options;
    const settings = readDataviewSettings(readConfig('plugins/dataview/data.json'));
    return createEnv({ pages: this.#pages, patterns, from, nowMs: clock.now(), settings, budget });
  }
}

function versionOf({ data, text }: Answered): string {
  const hash = createHash('sha256').update(text ?? JSON.stringify(data));
  return hash.digest('base64url').slice(0, 16);
}
