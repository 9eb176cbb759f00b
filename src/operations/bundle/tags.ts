import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { aliasList } from '../knowledge/alias-list.ts';
import { propertyList } from '../knowledge/property-list.ts';
import { tagList, tagNotes } from '../knowledge/tags.ts';
import { defineVaultTool, shareVaultTool } from './tool.ts';

const sort = z.enum(['name', 'count']).default('name');

export const bundleListTags = defineVaultTool({
  name: 'listTags',
  summary: 'The tags of the vault.',
  access: 'read',
  input: {
    counts: z.boolean().default(false).describe('Tell how often each one occurs.'),
    sort,
  },
  output: z.object({
    tags: z.array(z.object({ tag: z.string(), count: z.int().optional() })),
    total: z.int(),
  }),
  async run(call, _host, { counts, sort: by }) {
    const { tags } = await tagList.run(call, {});
    const sorted = by === 'count' ? tags.toSorted((a, b) => b.count - a.count) : tags;
    const shown = sorted.map(({ tag, count }) => ({ tag: `#${tag}`, ...(counts && { count }) }));
    return { tags: shown, total: tags.length };
  },
});

export const bundleTagInfo = defineVaultTool({
  name: 'tagInfo',
  summary: 'How often a tag occurs, and the notes that have it or one below it.',
  access: 'read',
  input: {
    tag: z.string().min(1).describe('With or without #, in any case.'),
    limit: z.int().min(1).max(limits.answerEntriesMax).default(1000).describe('Notes at most.'),
  },
  output: z.object({ tag: z.string(), count: z.int(), notes: z.array(z.string()), total: z.int() }),
  async run(call, _host, { tag, limit }) {
    const name = tag.replace(/^#/, '');
    const { tags } = await tagList.run(call, {});
    const known = tags.find((each) => each.tag.toLowerCase() === name.toLowerCase());
    const found = await tagNotes.run(call, { tag: name, limit });
    return { tag: `#${known?.tag ?? name}`, count: known?.count ?? 0, ...found };
  },
});

export const bundleListAliases = shareVaultTool('listAliases', aliasList);

export const bundleListProperties = defineVaultTool({
  name: 'listProperties',
  summary: 'The properties that notes have, with their types and how many notes have each.',
  access: 'read',
  input: { sort },
  output: propertyList.output,
  async run(call, _host, { sort: by }) {
    const { properties } = await propertyList.run(call, {});
    return {
      properties: by === 'count' ? properties.toSorted((a, b) => b.count - a.count) : properties,
    };
  },
});

export const bundlePropertyCount = defineVaultTool({
  name: 'propertyCount',
  summary: 'How many notes have a property.',
  access: 'read',
  input: { property: z.string().min(1).describe('Its name, in any case.') },
  output: z.object({ property: z.string(), type: z.string().optional(), count: z.int() }),
  async run(call, _host, { property }) {
    const { properties } = await propertyList.run(call, {});
    const found = properties.find(({ name }) => name.toLowerCase() === property.toLowerCase());
    if (found === undefined) return { property, count: 0 };
    return { property: found.name, type: found.type, count: found.count };
  },
});
