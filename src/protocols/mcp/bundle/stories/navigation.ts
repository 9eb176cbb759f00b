import {
  bundleListRecents,
  bundleListTabs,
  bundleOpenDaily,
  bundleOpenSearch,
} from '../../../../operations/bundle/app-tools.ts';
import {
  bundleDailyAppend,
  bundleDailyPath,
  bundleDailyPrepend,
  bundleDailyRead,
} from '../../../../operations/bundle/daily.ts';
import {
  bundleFolderInfo,
  bundleListFiles,
  bundleListFolders,
  bundleRandomNote,
  bundleVaultInfo,
} from '../../../../operations/bundle/files.ts';
import { bundleListVaults } from '../../../../operations/bundle/list-vaults.ts';
import { bundleOutline, bundleWordCount } from '../../../../operations/bundle/outline.ts';
import { type BundleTool, toolsOf } from '../tool.ts';

const tool = toolsOf('navigation');

export const navigationTools: readonly BundleTool[] = [
  tool('list_files', 'Files', bundleListFiles),
  tool('list_folders', 'Folders', bundleListFolders),
  tool('folder_info', 'Folder information', bundleFolderInfo),
  tool('vault_info', 'Vault information', bundleVaultInfo),
  tool('list_vaults', 'Vaults', bundleListVaults),
  tool('outline', 'Outline', bundleOutline),
  tool('wordcount', 'Word count', bundleWordCount),
  tool('random_note', 'Random note', bundleRandomNote),
  tool('daily_path', 'Path of the daily note', bundleDailyPath),
  tool('daily_read', 'Read daily note', bundleDailyRead),
  tool('daily_append', 'Append to daily note', bundleDailyAppend, { effect: 'adds' }),
  tool('daily_prepend', 'Prepend to daily note', bundleDailyPrepend, { effect: 'adds' }),
  tool('list_recents', 'Recent files', bundleListRecents, { needs: 'app' }),
  tool('list_tabs', 'Open tabs', bundleListTabs, { needs: 'app' }),
  tool('open_search', 'Show a search', bundleOpenSearch, { needs: 'app', effect: 'shows' }),
  tool('open_daily', 'Show the daily note', bundleOpenDaily, { needs: 'app', effect: 'adds' }),
];
