import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { isWithin } from '../../contract/paths.ts';
import { defineOperation } from '../operation.ts';
import { pathOrRoot } from '../shapes.ts';
import { budgetMs, problemShape, toProblems } from './lint-shapes.ts';

const noteProblems = z.object({ path: z.string(), problems: z.array(problemShape) });

export const lintVault = defineOperation({
  name: 'lint.vault',
  summary: 'What is wrong with the notes of the vault, those changed last first.',
  access: 'read',
  at: { local: 'LintVault' },
  input: z.object({
    folder: pathOrRoot.describe('Only notes in this folder.'),
    notesMax: z.int().min(1).nullish().describe('At most so many notes.'),
    problemsMax: z.int().min(1).nullish().describe('At most so many problems altogether.'),
    budgetMs,
  }),
  output: z.object({ notes: z.array(noteProblems), truncated: z.boolean() }),
  fails: [],
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
