import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { isWithin } from '../../contract/paths.ts';
import { textRange } from '../../contract/range-schema.ts';
import { type Finding, lintCodes, severities } from '../../engine/knowledge/lint/finding.ts';
import { defineOperation } from '../operation.ts';
import { pathOrRoot } from '../shapes.ts';

const budgetMs = z
  .int()
  .min(0)
  .nullish()
  .describe('Respond after this time with the results so far.');

const problemShape = z.object({
  code: z.enum(Object.keys(lintCodes)),
  severity: z.enum(severities),
  message: z.string(),
  range: textRange.describe('Lines and characters count from zero; the end is exclusive.'),
});

export const lintNote = defineOperation({
  name: 'lint.note',
  summary: 'The problems of a note: broken links, invalid properties and others.',
  access: 'read',
  at: { local: 'LintNote' },
  input: z.object({ path: vaultPath, budgetMs }),
  output: z.object({ path: z.string(), exists: z.boolean(), problems: z.array(problemShape) }),
  async run({ lint }, { path, budgetMs }) {
    const findings = await lint.note(path, budgetMs ?? limits.requestMs);
    return { path, exists: findings !== undefined, problems: toProblems(findings ?? []) };
  },
});

const noteProblems = z.object({ path: z.string(), problems: z.array(problemShape) });

export const lintVault = defineOperation({
  name: 'lint.vault',
  summary: 'The problems of all notes, the last changed notes first.',
  access: 'read',
  at: { local: 'LintVault' },
  input: z.object({
    folder: pathOrRoot.describe('Only notes in this folder.'),
    notesMax: z.int().min(1).nullish().describe('At most this many notes.'),
    problemsMax: z.int().min(1).nullish().describe('At most this many problems in total.'),
    budgetMs,
  }),
  output: z.object({ notes: z.array(noteProblems), truncated: z.boolean() }),
  async run({ lint, signal }, { folder, notesMax, problemsMax, budgetMs }) {
    const all = await lint.vault(budgetMs ?? limits.requestMs, signal);
    const wanted = all.filter(({ path }) => isWithin(path, folder));
    const notes: z.output<typeof noteProblems>[] = [];
    let left = problemsMax ?? Number.POSITIVE_INFINITY;
    for (const { path, findings } of wanted.slice(0, notesMax ?? wanted.length)) {
      if (left === 0) break;
      const problems = toProblems(findings).slice(0, left);
      left -= problems.length;
      notes.push({ path, problems });
    }
    const count = (list: readonly { problems: readonly unknown[] }[]) =>
      list.reduce((sum, { problems }) => sum + problems.length, 0);
    const total = wanted.reduce((sum, { findings }) => sum + findings.length, 0);
    return { notes, truncated: count(notes) < total };
  },
});

function toProblems(findings: readonly Finding[]): z.output<typeof problemShape>[] {
  return findings.map((finding) => ({ ...finding }));
}
