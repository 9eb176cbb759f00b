import {
  bundleBacklinks,
  bundleDeadEnds,
  bundleOrphans,
  bundleOutgoingLinks,
  bundleUnresolvedLinks,
} from '../../../../operations/bundle/links.ts';
import { bundleSearch, bundleSearchWithContext } from '../../../../operations/bundle/search.ts';
import {
  bundleListAliases,
  bundleListProperties,
  bundleListTags,
  bundlePropertyCount,
  bundleTagInfo,
} from '../../../../operations/bundle/tags.ts';
import { type BundleTool, toolsOf } from '../tool.ts';

const tool = toolsOf('search');

export const searchTools: readonly BundleTool[] = [
  tool('search', 'Search notes', bundleSearch),
  tool('search_with_context', 'Search notes, with lines', bundleSearchWithContext),
  tool('get_backlinks', 'Backlinks', bundleBacklinks),
  tool('get_outgoing_links', 'Outgoing links', bundleOutgoingLinks),
  tool('list_unresolved_links', 'Unresolved links', bundleUnresolvedLinks),
  tool('list_deadends', 'Dead ends', bundleDeadEnds),
  tool('list_orphans', 'Orphans', bundleOrphans),
  tool('list_tags', 'Tags', bundleListTags),
  tool('get_tag_info', 'Tag information', bundleTagInfo),
  tool('list_aliases', 'Aliases', bundleListAliases),
  tool('list_properties', 'Properties of the vault', bundleListProperties),
  tool('get_property_count', 'Property count', bundlePropertyCount),
];
