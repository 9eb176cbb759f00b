import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { budgetMs, problemShape, toProblems } from './lint-shapes.ts';

export const lintNote = defineOperation({
  name: 'lint.note',
  summary: 'What is wrong with a note: links that lead nowhere, broken properties and the like.',
  access: 'read',
  at: { local: 'LintNote' },
  input: z.object({ path: vaultPath, budgetMs }),
  output: z.object({ path: z.string(), exists: z.boolean(), problems: z.array(problemShape) }),
  fails: [],
  async run({ lint }, { path, budgetMs }) {
    const findings = await lint.note(path, budgetMs ?? limits.requestMs);
    return { path, exists: findings !== undefined, problems: toProblems(findings ?? []) };
  },
});
