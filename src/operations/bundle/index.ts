import type { Operation } from '../operation.ts';
import {
  bundleGetPlugin,
  bundleListHotkeys,
  bundleListPlugins,
  bundleListSnippets,
  bundleListThemes,
} from './app-settings.ts';
import {
  bundleDisablePlugin,
  bundleDisableSnippet,
  bundleEnablePlugin,
  bundleEnableSnippet,
  bundleExecuteCommand,
  bundleInstallPlugin,
  bundleListCommands,
  bundleListRecents,
  bundleListTabs,
  bundleOpenDaily,
  bundleOpenSearch,
  bundlePublishStatus,
  bundleSetTheme,
  bundleSyncHistory,
  bundleSyncRead,
  bundleSyncRestore,
  bundleSyncStatus,
} from './app-tools.ts';
import { bundleAppend, bundlePrepend } from './append.ts';
import {
  bundleCreateBaseItem,
  bundleListBases,
  bundleListBaseViews,
  bundleQueryBase,
} from './bases.ts';
import { bundleAddBookmark, bundleListBookmarks } from './bookmarks.ts';
import { bundleCreate } from './create.ts';
import {
  bundleDailyAppend,
  bundleDailyPath,
  bundleDailyPrepend,
  bundleDailyRead,
} from './daily.ts';
import { bundleDelete } from './delete.ts';
import { bundleFileInfo } from './file-info.ts';
import {
  bundleFolderInfo,
  bundleListFiles,
  bundleListFolders,
  bundleRandomNote,
  bundleVaultInfo,
} from './files.ts';
import {
  bundleDiff,
  bundleListHistory,
  bundleReadHistory,
  bundleRestoreHistory,
} from './history.ts';
import {
  bundleBacklinks,
  bundleDeadEnds,
  bundleOrphans,
  bundleOutgoingLinks,
  bundleUnresolvedLinks,
} from './links.ts';
import { bundleListVaults } from './list-vaults.ts';
import { bundleMove, bundleRename } from './move.ts';
import { bundleOpen } from './open.ts';
import { bundleOutline, bundleWordCount } from './outline.ts';
import {
  bundleGetProperties,
  bundleGetProperty,
  bundleRemoveProperty,
  bundleSetProperty,
} from './properties.ts';
import { bundleRead } from './read.ts';
import { bundleSearch, bundleSearchWithContext } from './search.ts';
import {
  bundleListAliases,
  bundleListProperties,
  bundleListTags,
  bundlePropertyCount,
  bundleTagInfo,
} from './tags.ts';
import {
  bundleCreateTask,
  bundleGetTask,
  bundleListTasks,
  bundleSetTaskStatus,
  bundleToggleTask,
} from './tasks.ts';
import {
  bundleCreateUniqueNote,
  bundleListTemplates,
  bundleReadTemplate,
} from './template-tools.ts';

/** The operations of the tool bundle, by name. */
export const bundleOperations: readonly Operation[] = [
  bundleAddBookmark,
  bundleAppend,
  bundleBacklinks,
  bundleCreate,
  bundleCreateBaseItem,
  bundleCreateTask,
  bundleCreateUniqueNote,
  bundleDailyAppend,
  bundleDailyPath,
  bundleDailyPrepend,
  bundleDailyRead,
  bundleDeadEnds,
  bundleDelete,
  bundleDiff,
  bundleDisablePlugin,
  bundleDisableSnippet,
  bundleEnablePlugin,
  bundleEnableSnippet,
  bundleExecuteCommand,
  bundleFileInfo,
  bundleFolderInfo,
  bundleGetPlugin,
  bundleGetProperties,
  bundleGetProperty,
  bundleGetTask,
  bundleInstallPlugin,
  bundleListAliases,
  bundleListBaseViews,
  bundleListBases,
  bundleListBookmarks,
  bundleListCommands,
  bundleListFiles,
  bundleListFolders,
  bundleListHistory,
  bundleListHotkeys,
  bundleListPlugins,
  bundleListProperties,
  bundleListRecents,
  bundleListSnippets,
  bundleListTabs,
  bundleListTags,
  bundleListTasks,
  bundleListTemplates,
  bundleListThemes,
  bundleListVaults,
  bundleMove,
  bundleOpen,
  bundleOpenDaily,
  bundleOpenSearch,
  bundleOrphans,
  bundleOutgoingLinks,
  bundleOutline,
  bundlePrepend,
  bundlePropertyCount,
  bundlePublishStatus,
  bundleQueryBase,
  bundleRandomNote,
  bundleRead,
  bundleReadHistory,
  bundleReadTemplate,
  bundleRemoveProperty,
  bundleRename,
  bundleRestoreHistory,
  bundleSearch,
  bundleSearchWithContext,
  bundleSetProperty,
  bundleSetTaskStatus,
  bundleSetTheme,
  bundleSyncHistory,
  bundleSyncRead,
  bundleSyncRestore,
  bundleSyncStatus,
  bundleTagInfo,
  bundleToggleTask,
  bundleUnresolvedLinks,
  bundleVaultInfo,
  bundleWordCount,
];
