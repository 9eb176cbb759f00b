import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { createNameFilter, type NameFilter } from './name-filter.ts';
import { notice } from './shapes.ts';

const tag = z.object({ name: z.string(), count: z.number().int() });
type TagCount = z.output<typeof tag>;

const input = z.strictObject({
  nameRegex: z.string().optional().describe('Matched against the name without "#".'),
  minCount: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(limits.tagsMax).default(200),
});
const output = z.object({
  tags: z.array(tag),
  appliedFilters: z.object({
    limit: z.number().int(),
    nameRegex: z.string().optional(),
    minCount: z.number().int().optional(),
  }),
  notice,
  truncated: z.boolean().optional(),
  shown: z.number().int().optional(),
  cap: z.number().int().optional(),
});
type Input = z.output<typeof input>;
type Output = z.output<typeof output>;

export const agentListTags = defineOperation({
  name: 'agent.listTags',
  summary:
    'List the tags of the vault with their counts, most used first; nested tags count for their parents. Notes with a tag: obsidian_search_notes, LIST FROM #tag.',
  access: 'read',
  at: { mcp: 'obsidian_list_tags' },
  input,
  output,
  fails: ['forbidden', 'invalid-input', 'timed-out'],

  async run(call, input) {
    return listTags(call, createNameFilter(call, input.nameRegex), input);
  },
  say: ({ tags, appliedFilters: { limit, nameRegex, minCount } }) => {
    const filters = [
      `**${tags.length} ${tags.length === 1 ? 'tag' : 'tags'}**`,
      ...(nameRegex === undefined ? [] : [oneLine`nameRegex=\`${nameRegex}\``]),
      ...(minCount === undefined ? [] : [`minCount=${minCount}`]),
      `limit=${limit}`,
    ];
    const lines = tags.map(({ name, count }) => oneLine`- \`#${name}\` (${count})`);
    return [filters.join(' · '), ...(lines.length === 0 ? [] : ['', ...lines])].join('\n');
  },
});

async function listTags(call: Call, byName: NameFilter, input: Input): Promise<Output> {
  const { nameRegex, minCount = 0, limit } = input;
  const all = await countTags(call);
  const named = nameRegex === undefined ? undefined : await byName(all.map(({ name }) => name));
  const found = all.filter(({ count }, at) => named?.[at] !== false && count >= minCount);
  const tags = mostUsed(found, limit);
  return {
    tags,
    appliedFilters: {
      limit,
      ...(nameRegex !== undefined && { nameRegex }),
      ...(minCount > 0 && { minCount }),
    },
    ...(found.length > limit && {
      truncated: true,
      shown: limit,
      cap: limit,
      notice: `Shown are ${limit} of ${found.length} tags. Raise limit, or narrow with nameRegex or minCount.`,
    }),
    ...(tags.length === 0 && { notice: whyNone(all.length, isNarrowed(call)) }),
  };
}

/**
 * How often each tag and its parents are used. A caller that sees only a part of the vault gets the
 * number of notes instead, since that reveals nothing about what is in them.
 */
async function countTags(call: Call): Promise<TagCount[]> {
  const narrowed = isNarrowed(call);
  const counts = await (await call.known()).tags();
  return counts.map(({ name, count, notes }) => ({ name, count: narrowed ? notes : count }));
}

/** The most used tags, those that are used equally often by name. */
function mostUsed(tags: readonly TagCount[], limit = tags.length): TagCount[] {
  // To compare names takes long, so tags that are used too rarely are left out before.
  const leastCount =
    Uint32Array.from(tags, ({ count }) => count)
      .sort()
      .at(-limit) ?? 0;
  // The first one of a process takes milliseconds, so it is not made when the file is loaded.
  const { compare } = new Intl.Collator();
  return tags
    .filter(({ count }) => count >= leastCount)
    .sort((a, b) => b.count - a.count || compare(a.name, b.name))
    .slice(0, limit);
}

function isNarrowed({ caller: { policy } }: Call): boolean {
  for (let rules: typeof policy | undefined = policy; rules !== undefined; rules = rules.within) {
    if (rules.read !== undefined) return true;
  }
  return false;
}

function whyNone(total: number, narrowed: boolean): string {
  if (total > 0) return 'The filters matched no tag.';
  return narrowed
    ? 'The part of the vault that is open to you has no tags.'
    : 'The vault has no tags.';
}

export const agentTagCounts = defineOperation({
  name: 'agent.tagCounts',
  summary: 'All tags with how often they are used, without a limit.',
  access: 'read',
  at: {},
  input: z.strictObject({}),
  output: z.object({ tags: z.array(tag) }),
  fails: ['forbidden'],
  run: async (call) => ({ tags: mostUsed(await countTags(call)) }),
});
