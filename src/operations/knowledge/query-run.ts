import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { answerFormats, type Question } from '../../engine/knowledge/query/questions.ts';
import { defineOperation } from '../operation.ts';

const input = z.strictObject({
  mode: z
    .enum(['dql', 'expression', 'jsonlogic', 'base'])
    .nullish()
    .describe('dql (default): a Dataview query. expression: one of its expressions.'),
  query: z.string().nullish().describe('The query, the expression, or the text of a base.'),
  logic: z.record(z.string(), z.unknown()).nullish().describe('Mode jsonlogic: the rule.'),
  base: vaultPath.nullish().describe('Mode base: a .base file, or a note that contains a base.'),
  view: z.string().nullish().describe('Mode base: the view. Default: the first one.'),
  from: vaultPath.nullish().describe('The note that "this" and short links refer to.'),
  rich: z
    .boolean()
    .nullish()
    .describe('Mode base: links and files as objects with the path they lead to, as in mode dql.'),
  format: z.enum(answerFormats).nullish().describe('Default: json.'),
  limit: z.int().min(1).max(limits.queryRowsMax).nullish().describe('Maximum number of rows.'),
  after: z.string().nullish().describe('A version: wait until the result differs from it.'),
  waitMs: z.int().min(0).max(limits.queryWaitMsMax).nullish().describe('How long to wait for it.'),
});

export const queryRun = defineOperation({
  name: 'query.run',
  summary: 'Run a Dataview query, a JSONLogic rule, or a view of a base.',
  access: 'read',
  at: { local: 'Query', web: 'query.run' },
  input,
  output: z.object({
    data: z.record(z.string(), z.unknown()).optional().describe('The answer, for format json.'),
    text: z.string().optional().describe('The answer, for any other format.'),
    version: z.string().describe('The same for the same answer; pass it as "after" to wait.'),
    truncated: z.boolean().describe('There is more than the answer may hold.'),
    changed: z.boolean().describe('False when there was no other answer while waiting.'),
    tookMs: z.number(),
  }),
  fails: ['invalid-input', 'not-found', 'target-missing', 'timed-out', 'too-large', 'unsupported'],
  async run({ queries, signal }, { after, waitMs, format, limit, rich, ...asked }) {
    const started = performance.now();
    const question = toQuestion(asked);
    const options = {
      signal,
      format: format ?? undefined,
      rowsMax: limit ?? undefined,
      isRich: rich ?? undefined,
    };
    const reply = after
      ? await queries.askAgain(question, after, { ...options, waitMs: waitMs ?? defaultWaitMs })
      : await queries.ask(question, options);
    const tookMs = Math.round((performance.now() - started) * 100) / 100;
    if (reply === undefined)
      return { version: after ?? '', truncated: false, changed: false, tookMs };
    const { isTruncated, version, data, text } = reply;
    return {
      ...(data && { data: { ...data } }),
      ...(text !== undefined && { text }),
      version,
      truncated: isTruncated,
      changed: true,
      tookMs,
    };
  },
  say: ({ text, data, changed }) =>
    changed ? (text ?? JSON.stringify(data, null, 2)) : 'The answer is still the same.',
});

const defaultWaitMs = 25_000;

type Asked = Omit<z.output<typeof input>, 'after' | 'waitMs' | 'format' | 'limit' | 'rich'>;

function toQuestion({ mode, query, logic, base, view, from }: Asked): Question {
  switch (mode ?? 'dql') {
    case 'dql':
    case 'expression':
      return {
        kind: mode === 'expression' ? mode : 'dql',
        text: need(query, 'query'),
        from: from ?? undefined,
      };
    case 'jsonlogic':
      return { kind: 'rule', logic: need(logic, 'logic') };
    case 'base':
      return {
        kind: 'base',
        path: base ?? undefined,
        text: base ? undefined : need(query, 'base'),
        view: view ?? undefined,
        from: from ?? undefined,
      };
  }
}

function need<T>(value: T | null | undefined, name: string): T {
  if (value !== null && value !== undefined && value !== '') return value;
  throw new VaultError('invalid-input', `query.run: ${name}: it is missing.`, {
    hint: 'Modes dql and expression need a query, jsonlogic a rule as logic, base a base.',
    data: { parameter: name },
  });
}
