import { bundleOperations } from '../../../operations/bundle/index.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { BundleOptions } from '../options.ts';
import type { Story } from '../stories.ts';
import type { Tool } from '../toolset.ts';

/** A tool of the bundle, as data. */
export interface BundleTool extends Tool {
  readonly operation: Operation;
  readonly story: Story;
  /** `app`: only where an app is used. `command`: only where commands are switched on, too. */
  readonly needs: 'files' | 'app' | 'command';
  readonly also: readonly string[];
  /** Other names of arguments that are accepted and not listed. */
  readonly alsoTakes: Readonly<Record<string, string>>;
  /** It is about all vaults, so none has to be named. */
  readonly isForAll: boolean;
}

interface Particulars extends Partial<Omit<BundleTool, keyof Tool | 'story'>> {
  readonly also?: readonly string[];
  /** What a client may expect: `adds` and `shows` take nothing away. */
  readonly effect?: 'reads' | 'adds' | 'destroys' | 'shows';
}

const operations = new Map(bundleOperations.map((operation) => [operation.name, operation]));

/** A tool that does the operation of this name. */
function tool(
  story: Story,
  verb: string,
  title: string,
  does: string,
  { effect: given, ...more }: Particulars = {},
): BundleTool {
  const operation = operations.get(`bundle.${does}`);
  if (operation === undefined) throw new TypeError(`No operation is called ${does}.`);
  const effect = given ?? (operation.access === 'read' ? 'reads' : 'destroys');
  return {
    name: `obsidian_${verb}`,
    title,
    operation,
    load: async () => operation,
    scope: `tool:obsidian_${verb}:${operation.access}`,
    annotations: {
      readOnlyHint: operation.access === 'read',
      destructiveHint: effect === 'destroys',
      idempotentHint: effect === 'reads' || effect === 'shows',
      openWorldHint: false,
    },
    story,
    needs: 'files',
    also: [],
    alsoTakes: {},
    isForAll: false,
    ...more,
  };
}

/** Every tool, in the order clients see them. */
export const allBundleTools: readonly BundleTool[] = [
  tool('files', 'create_note', 'Create note', 'create'),
  tool('files', 'read_note', 'Read note', 'read'),
  tool('files', 'append_note', 'Append to note', 'append', {
    effect: 'adds',
    also: ['obsidian_append_to_note'],
  }),
  tool('files', 'prepend_note', 'Prepend to note', 'prepend', {
    effect: 'adds',
    also: ['obsidian_prepend_to_note'],
  }),
  tool('files', 'delete_note', 'Delete note', 'delete'),
  tool('files', 'move_note', 'Move note', 'move'),
  tool('files', 'rename_note', 'Rename note', 'rename', { alsoTakes: { to: 'newName' } }),
  tool('files', 'open_note', 'Open note in Obsidian', 'open', {
    effect: 'shows',
    also: ['obsidian_open'],
  }),
  tool('files', 'file_info', 'File information', 'fileInfo', { also: ['obsidian_get_file_info'] }),
  tool('search', 'search', 'Search notes', 'search'),
  tool('search', 'search_with_context', 'Search notes, with lines', 'searchWithContext'),
  tool('search', 'get_backlinks', 'Backlinks', 'backlinks'),
  tool('search', 'get_outgoing_links', 'Outgoing links', 'outgoingLinks'),
  tool('search', 'list_unresolved_links', 'Unresolved links', 'unresolvedLinks'),
  tool('search', 'list_deadends', 'Dead ends', 'deadEnds'),
  tool('search', 'list_orphans', 'Orphans', 'orphans'),
  tool('search', 'list_tags', 'Tags', 'listTags'),
  tool('search', 'get_tag_info', 'Tag information', 'tagInfo'),
  tool('search', 'list_aliases', 'Aliases', 'listAliases'),
  tool('search', 'list_properties', 'Properties of the vault', 'listProperties'),
  tool('search', 'get_property_count', 'Property count', 'propertyCount'),
  tool('tasks', 'list_tasks', 'Tasks', 'listTasks'),
  tool('tasks', 'get_task', 'Task', 'getTask'),
  tool('tasks', 'toggle_task', 'Toggle task', 'toggleTask'),
  tool('tasks', 'set_task_status', 'Set task status', 'setTaskStatus'),
  tool('tasks', 'create_task', 'Create task', 'createTask', { effect: 'adds' }),
  tool('tasks', 'get_property', 'Property', 'getProperty'),
  tool('tasks', 'set_property', 'Set property', 'setProperty'),
  tool('tasks', 'remove_property', 'Remove property', 'removeProperty'),
  tool('tasks', 'get_properties', 'Properties', 'getProperties'),
  tool('navigation', 'list_files', 'Files', 'listFiles'),
  tool('navigation', 'list_folders', 'Folders', 'listFolders'),
  tool('navigation', 'folder_info', 'Folder information', 'folderInfo'),
  tool('navigation', 'vault_info', 'Vault information', 'vaultInfo'),
  tool('navigation', 'list_vaults', 'Vaults', 'listVaults', { isForAll: true }),
  tool('navigation', 'outline', 'Outline', 'outline'),
  tool('navigation', 'wordcount', 'Word count', 'wordCount'),
  tool('navigation', 'random_note', 'Random note', 'randomNote'),
  tool('navigation', 'daily_path', 'Path of the daily note', 'dailyPath'),
  tool('navigation', 'daily_read', 'Read daily note', 'dailyRead'),
  tool('navigation', 'daily_append', 'Append to daily note', 'dailyAppend', { effect: 'adds' }),
  tool('navigation', 'daily_prepend', 'Prepend to daily note', 'dailyPrepend', { effect: 'adds' }),
  tool('navigation', 'list_recents', 'Recent files', 'listRecents', { needs: 'app' }),
  tool('navigation', 'list_tabs', 'Open tabs', 'listTabs', { needs: 'app' }),
  tool('navigation', 'open_search', 'Show a search', 'openSearch', {
    needs: 'app',
    effect: 'shows',
  }),
  tool('navigation', 'open_daily', 'Show the daily note', 'openDaily', {
    needs: 'app',
    effect: 'adds',
  }),
  tool('advanced', 'list_templates', 'Templates', 'listTemplates'),
  tool('advanced', 'read_template', 'Read template', 'readTemplate'),
  tool('advanced', 'create_unique_note', 'Create unique note', 'createUniqueNote', {
    effect: 'adds',
  }),
  tool('advanced', 'list_bookmarks', 'Bookmarks', 'listBookmarks'),
  tool('advanced', 'add_bookmark', 'Add bookmark', 'addBookmark', { effect: 'adds' }),
  tool('advanced', 'list_bases', 'Bases', 'listBases'),
  tool('advanced', 'list_base_views', 'Views of a base', 'listBaseViews'),
  tool('advanced', 'query_base', 'Query base', 'queryBase'),
  tool('advanced', 'create_base_item', 'Create item of a base', 'createBaseItem', {
    effect: 'adds',
  }),
  tool('advanced', 'list_history', 'History of a note', 'listHistory'),
  tool('advanced', 'read_history', 'Read earlier version', 'readHistory'),
  tool('advanced', 'restore_history', 'Restore earlier version', 'restoreHistory'),
  tool('advanced', 'diff', 'Compare versions', 'diff'),
  tool('advanced', 'list_plugins', 'Plugins', 'listPlugins'),
  tool('advanced', 'get_plugin', 'Plugin', 'getPlugin'),
  tool('advanced', 'list_themes', 'Themes', 'listThemes'),
  tool('advanced', 'list_snippets', 'CSS snippets', 'listSnippets'),
  tool('advanced', 'list_hotkeys', 'Hotkeys', 'listHotkeys'),
  tool('advanced', 'enable_plugin', 'Enable plugin', 'enablePlugin', { needs: 'app' }),
  tool('advanced', 'disable_plugin', 'Disable plugin', 'disablePlugin', { needs: 'app' }),
  tool('advanced', 'install_plugin', 'Install plugin', 'installPlugin', { needs: 'app' }),
  tool('advanced', 'set_theme', 'Set theme', 'setTheme', { needs: 'app' }),
  tool('advanced', 'enable_snippet', 'Enable CSS snippet', 'enableSnippet', { needs: 'app' }),
  tool('advanced', 'disable_snippet', 'Disable CSS snippet', 'disableSnippet', { needs: 'app' }),
  tool('advanced', 'sync_status', 'Sync status', 'syncStatus', { needs: 'app' }),
  tool('advanced', 'sync_history', 'Sync history', 'syncHistory', { needs: 'app' }),
  tool('advanced', 'sync_read', 'Read synced version', 'syncRead', { needs: 'app' }),
  tool('advanced', 'sync_restore', 'Restore synced version', 'syncRestore', { needs: 'app' }),
  tool('advanced', 'publish_status', 'Publish status', 'publishStatus', { needs: 'app' }),
  tool('advanced', 'list_commands', 'Commands', 'listCommands', {
    needs: 'command',
    effect: 'reads',
  }),
  tool('advanced', 'execute_command', 'Run command', 'executeCommand', { needs: 'command' }),
];

/** The tools of a session. */
export function chooseBundleTools({
  stories,
  hasApp,
  commands,
  readOnly,
}: BundleOptions): BundleTool[] {
  return allBundleTools.filter(
    ({ story, needs, operation }) =>
      stories.includes(story) &&
      (needs === 'files' || hasApp) &&
      (needs !== 'command' || commands) &&
      (operation.access === 'read' || !readOnly),
  );
}

/** Whether a name belongs to a tool that changes things, and so is closed to who may only read. */
export function isClosedForReaders(name: string): boolean {
  return allBundleTools.some(
    (each) => each.operation.access !== 'read' && [each.name, ...each.also].includes(name),
  );
}
