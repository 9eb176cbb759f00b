import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { addTags, listTags, removeTags } from '../../engine/text/edit/tags.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeIfNeeded } from './change.ts';
import { sayUnknownTags } from './near-tags.ts';
import { saySize, sayTrace } from './say.ts';
import { changeFails, expectedHash, notice, sizes, target, trace } from './shapes.ts';
import { requireFile, requireTarget, resolveTarget } from './target.ts';

const names = z.array(z.string());
const changed = {
  path: z.string(),
  applied: names,
  skipped: names,
  tags: names,
  ...sizes,
  ...trace,
};

const result = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('list'),
    path: z.string(),
    tags: z.object({ frontmatter: names, inline: names, all: names }),
  }),
  z.object({ operation: z.literal('add'), ...changed }),
  z.object({ operation: z.literal('remove'), ...changed }),
]);
type Result = z.output<typeof result>;

const input = z.strictObject({
  target,
  operation: z.enum(['add', 'remove', 'list']),
  tags: z.array(z.string().min(1)).optional().describe('For "add" and "remove".'),
  location: z
    .enum(['frontmatter', 'inline', 'both'])
    .default('both')
    .describe('Properties, the text, or both.'),
  expectedHash,
});

export const agentTags = defineOperation({
  name: 'agent.tags',
  summary:
    'Add, remove or list the tags of a note, in its frontmatter and its text. Removing "a" leaves "a/b". For many notes use obsidian_edit_notes.',
  access: 'write',
  at: { mcp: 'obsidian_manage_tags', local: 'ManageTags' },
  input,
  output: z.object({ result, notice }),
  fails: changeFails,

  async run(call, input) {
    if (input.operation === 'list') return { result: await list(call, input) };
    const result = await change(call, input, input.operation);
    const missed = result.operation === 'remove' ? result.skipped : [];
    const notice = await sayUnknownTags(call, missed);
    return { result, ...(notice !== undefined && { notice }) };
  },
  say: ({ result }) => say(result),
});

type Input = z.output<typeof input>;

async function list(call: Call, { target }: Input): Promise<Result> {
  const path = await resolveTarget(call, target);
  await requireFile(call, path, `Not found: ${path}`);
  const { text } = await call.notes.read(path);
  return { operation: 'list', path, tags: listTags(text) };
}

async function change(call: Call, input: Input, operation: 'add' | 'remove'): Promise<Result> {
  const { target, tags = [], location, expectedHash } = input;
  if (tags.length === 0) {
    throw new VaultError('invalid-input', `The operation "${operation}" needs tags.`, {
      reason: 'tags-required',
      hint: 'Pass tags: a list with at least one name.',
      data: { operation },
    });
  }
  const path = await requireTarget(call, target);
  const edit = operation === 'add' ? addTags : removeTags;
  const { result, ...sizes } = await changeIfNeeded(
    call,
    path,
    (text) => edit(text, tags, location),
    {
      expectedHash,
      why: `${operation} tags of ${path}`,
    },
  );
  const { applied, skipped, text } = result;
  return { operation, path, applied, skipped, tags: listTags(text).all, ...sizes };
}

function say(result: Result): string {
  if (result.operation === 'list') {
    const { frontmatter, inline, all } = result.tags;
    return [
      oneLine`**Tags (operation: list) in ${result.path}**`,
      sayTags('Frontmatter', frontmatter),
      sayTags('Inline', inline),
      sayTags('All', all),
    ].join('\n');
  }
  const verb = result.operation === 'add' ? 'Added tags to' : 'Removed tags from';
  return [
    oneLine`**${verb} ${result.path}** (operation: ${result.operation})`,
    saySize(result),
    sayTags('Applied', result.applied),
    sayTags('Skipped', result.skipped),
    sayTags('All tags now', result.tags),
    ...sayTrace(result),
  ].join('\n');
}

function sayTags(name: string, tags: readonly string[]): string {
  const list = tags.length === 0 ? '_(none)_' : tags.map((tag) => oneLine`\`#${tag}\``).join(', ');
  return `*${name} (${tags.length}):* ${list}`;
}
