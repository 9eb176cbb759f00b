import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { isWithin } from '../../contract/paths.ts';
import { type Finding, lintCodes } from '../../engine/knowledge/lint/finding.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { readFails } from './shapes.ts';
import { locateNamed, parseNotePath } from './target.ts';

const problem = z.object({
  path: z.string(),
  line: z.int(),
  code: z.enum(Object.keys(lintCodes)),
  message: z.string(),
  suggestions: z.array(z.string()).optional().describe('Notes that a broken link may mean.'),
});
type Problem = z.output<typeof problem>;

export const agentLint = defineOperation({
  name: 'agent.lint',
  summary:
    'Problems in the notes: broken links, embeds and anchors with what may have been meant, invalid frontmatter, duplicates, conflict markers.',
  access: 'read',
  at: { mcp: 'obsidian_lint' },
  input: z.strictObject({
    path: z.string().optional().describe('Note or folder; all notes when left out.'),
    limit: z.int().min(1).max(limits.answerEntriesMax).default(50),
  }),
  output: z.object({
    problems: z.array(problem),
    truncated: z.boolean().optional().describe('There are more.'),
  }),
  fails: readFails,

  async run(call, { path, limit }) {
    const found = await findProblems(call, path);
    const problems = await Promise.all(found.slice(0, limit).map((each) => suggestFor(call, each)));
    return { problems, ...(found.length > limit && { truncated: true }) };
  },
  say: ({ problems, truncated }) =>
    [
      `**${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}${truncated ? ', and more' : ''}**`,
      ...problems.map(
        ({ path, line, message, suggestions = [] }) =>
          oneLine`- ${path}:${line} ${message}${suggestions.length === 0 ? '' : ` Did you mean: ${suggestions.join(', ')}?`}`,
      ),
    ].join('\n'),
});

async function findProblems(call: Call, asked: string | undefined): Promise<Problem[]> {
  const path = asked === undefined ? undefined : parseNotePath(call, asked);
  if (path === undefined || call.vault.stat(path)?.type === 'folder') {
    const all = await call.lint.vault(limits.requestMs, call.signal);
    return all
      .filter((each) => isWithin(each.path, path ?? ''))
      .flatMap((each) => each.findings.map((finding) => toProblem(each.path, finding)));
  }
  const note = (await locateNamed(call, asked ?? '')).path;
  const findings = (await call.lint.note(note, limits.requestMs)) ?? [];
  return findings.map((finding) => toProblem(note, finding));
}

function toProblem(path: string, { code, message, range }: Finding): Problem {
  return { path, line: range.start.line + 1, code, message };
}

/** Notes whose names are near the one that a link leads to. */
async function suggestFor(call: Call, found: Problem): Promise<Problem> {
  if (found.code !== 'broken-link' && found.code !== 'broken-embed') return found;
  const [, target = ''] = /"(.+)"/.exec(found.message) ?? [];
  const suggestions = target === '' ? [] : (await call.listed()).suggest(target);
  return suggestions.length === 0 ? found : { ...found, suggestions };
}
