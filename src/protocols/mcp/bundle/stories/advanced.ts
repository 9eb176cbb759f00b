import {
  bundleGetPlugin,
  bundleListHotkeys,
  bundleListPlugins,
  bundleListSnippets,
  bundleListThemes,
} from '../../../../operations/bundle/app-settings.ts';
import {
  bundleDisablePlugin,
  bundleDisableSnippet,
  bundleEnablePlugin,
  bundleEnableSnippet,
  bundleExecuteCommand,
  bundleInstallPlugin,
  bundleListCommands,
  bundlePublishStatus,
  bundleSetTheme,
  bundleSyncHistory,
  bundleSyncRead,
  bundleSyncRestore,
  bundleSyncStatus,
} from '../../../../operations/bundle/app-tools.ts';
import {
  bundleCreateBaseItem,
  bundleListBases,
  bundleListBaseViews,
  bundleQueryBase,
} from '../../../../operations/bundle/bases.ts';
import { bundleAddBookmark, bundleListBookmarks } from '../../../../operations/bundle/bookmarks.ts';
import {
  bundleDiff,
  bundleListHistory,
  bundleReadHistory,
  bundleRestoreHistory,
} from '../../../../operations/bundle/history.ts';
import {
  bundleCreateUniqueNote,
  bundleListTemplates,
  bundleReadTemplate,
} from '../../../../operations/bundle/template-tools.ts';
import { type BundleTool, toolsOf } from '../tool.ts';

const tool = toolsOf('advanced');

export const advancedTools: readonly BundleTool[] = [
  tool('list_templates', 'Templates', bundleListTemplates),
  tool('read_template', 'Read template', bundleReadTemplate),
  tool('create_unique_note', 'Create unique note', bundleCreateUniqueNote, { effect: 'adds' }),
  tool('list_bookmarks', 'Bookmarks', bundleListBookmarks),
  tool('add_bookmark', 'Add bookmark', bundleAddBookmark, { effect: 'adds' }),
  tool('list_bases', 'Bases', bundleListBases),
  tool('list_base_views', 'Views of a base', bundleListBaseViews),
  tool('query_base', 'Query base', bundleQueryBase),
  tool('create_base_item', 'Create item of a base', bundleCreateBaseItem, { effect: 'adds' }),
  tool('list_history', 'History of a note', bundleListHistory),
  tool('read_history', 'Read earlier version', bundleReadHistory),
  tool('restore_history', 'Restore earlier version', bundleRestoreHistory),
  tool('diff', 'Compare versions', bundleDiff),
  tool('list_plugins', 'Plugins', bundleListPlugins),
  tool('get_plugin', 'Plugin', bundleGetPlugin),
  tool('list_themes', 'Themes', bundleListThemes),
  tool('list_snippets', 'CSS snippets', bundleListSnippets),
  tool('list_hotkeys', 'Hotkeys', bundleListHotkeys),
  tool('enable_plugin', 'Enable plugin', bundleEnablePlugin, { needs: 'app' }),
  tool('disable_plugin', 'Disable plugin', bundleDisablePlugin, { needs: 'app' }),
  tool('install_plugin', 'Install plugin', bundleInstallPlugin, { needs: 'app' }),
  tool('set_theme', 'Set theme', bundleSetTheme, { needs: 'app' }),
  tool('enable_snippet', 'Enable CSS snippet', bundleEnableSnippet, { needs: 'app' }),
  tool('disable_snippet', 'Disable CSS snippet', bundleDisableSnippet, { needs: 'app' }),
  tool('sync_status', 'Sync status', bundleSyncStatus, { needs: 'app' }),
  tool('sync_history', 'Sync history', bundleSyncHistory, { needs: 'app' }),
  tool('sync_read', 'Read synced version', bundleSyncRead, { needs: 'app' }),
  tool('sync_restore', 'Restore synced version', bundleSyncRestore, { needs: 'app' }),
  tool('publish_status', 'Publish status', bundlePublishStatus, { needs: 'app' }),
  tool('list_commands', 'Commands', bundleListCommands, { needs: 'command', effect: 'reads' }),
  tool('execute_command', 'Run command', bundleExecuteCommand, { needs: 'command' }),
];
