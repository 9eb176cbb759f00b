import { z } from 'zod';
import { textRange } from '../../contract/workspace.ts';
import { type Finding, lintCodes, severities } from '../../engine/knowledge/lint/finding.ts';

const codes = Object.keys(lintCodes);

export const budgetMs = z
  .int()
  .min(0)
  .nullish()
  .describe('Answer after this time with what is known by then.');

export const problemShape = z.object({
  code: z.enum(codes),
  severity: z.enum(severities),
  message: z.string(),
  range: textRange.describe('Lines and characters count from zero; the end is exclusive.'),
});

export function toProblems(findings: readonly Finding[]): z.output<typeof problemShape>[] {
  return findings.map((finding) => ({ ...finding }));
}
