import * as z from 'zod';
import { searchLimits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';

const output = z.object({
  hits: z.array(z.object({ filename: z.string(), result: z.unknown() })),
});

export const queryRule = defineOperation({
  name: 'query.rule',
  summary: 'Notes for which a JSONLogic rule returns a value, by path. Patterns come before texts.',
  access: 'read',
  at: { rest: 'POST search with JSONLogic' },
  input: z.strictObject({ logic: z.unknown().describe('The rule.') }),
  output,
  fails: ['invalid-input', 'timed-out'],
  async run({ queries, signal }, { logic }) {
    const hits = await queries.rule(logic, { signal, operands: 'pattern first' });
    return { hits: hits.slice(0, searchLimits.allMatchesNotesMax) };
  },
});

export const queryTable = defineOperation({
  name: 'query.table',
  summary: 'The rows of a Dataview TABLE: the file of each, and its other columns by name.',
  access: 'read',
  at: { rest: 'POST search with Dataview' },
  input: z.strictObject({ query: z.string().describe('A TABLE, not WITHOUT ID.') }),
  output,
  fails: ['invalid-input', 'timed-out', 'too-large', 'unsupported'],
  async run({ queries, signal }, { query }) {
    const hits = await queries.dql(query, { signal, tablesOnly: true });
    return { hits: hits.slice(0, searchLimits.allMatchesNotesMax) };
  },
});
