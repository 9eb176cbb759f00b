import type { Protocol } from '../contract/callers.ts';
import { agentAppend } from './agent/append.ts';
import { agentDelete, agentExamineDelete } from './agent/delete.ts';
import { agentFrontmatter } from './agent/frontmatter.ts';
import { agentGet } from './agent/get.ts';
import { agentHistory } from './agent/history.ts';
import { agentJson } from './agent/json.ts';
import { agentLinks } from './agent/links.ts';
import { agentList } from './agent/list.ts';
import { agentListCommands } from './agent/list-commands.ts';
import { agentListTags } from './agent/list-tags.ts';
import { agentMove } from './agent/move.ts';
import { agentOpen } from './agent/open.ts';
import { agentPatch } from './agent/patch.ts';
import { agentReadMany } from './agent/read-many.ts';
import { agentRefactor } from './agent/refactor.ts';
import { agentReplace } from './agent/replace.ts';
import { agentRunCommand } from './agent/run-command.ts';
import { agentSearch } from './agent/search.ts';
import { agentTagCounts } from './agent/tag-counts.ts';
import { agentTags } from './agent/tags.ts';
import { agentUndo } from './agent/undo.ts';
import { agentWrite } from './agent/write.ts';
import { bulkEdit } from './bulk/edit.ts';
import { bundleOperations } from './bundle/index.ts';
import { activityList } from './daemon/activity-list.ts';
import { clientsDisconnect } from './daemon/clients-disconnect.ts';
import { clientsList } from './daemon/clients-list.ts';
import { clientsSetReadOnly } from './daemon/clients-set-read-only.ts';
import { healthGet } from './daemon/health-get.ts';
import { policyExplain } from './daemon/policy-explain.ts';
import { vaultList } from './daemon/vault-list.ts';
import { vaultMetadata } from './daemon/vault-metadata.ts';
import { diffClose } from './diff/close.ts';
import { diffCloseAll } from './diff/close-all.ts';
import { diffGet } from './diff/get.ts';
import { diffList } from './diff/list.ts';
import { diffOpen } from './diff/open.ts';
import { diffResolve } from './diff/resolve.ts';
import { fsAppend } from './fs/append.ts';
import { fsAppendBinary } from './fs/append-binary.ts';
import { fsChangesSince } from './fs/changes-since.ts';
import { fsCopy } from './fs/copy.ts';
import { fsExists } from './fs/exists.ts';
import { fsList } from './fs/list.ts';
import { fsMkdir } from './fs/mkdir.ts';
import { fsReadBinary } from './fs/read-binary.ts';
import { fsReadBinaryRange } from './fs/read-binary-range.ts';
import { fsReadMany } from './fs/read-many.ts';
import { fsReadText } from './fs/read-text.ts';
import { fsRemove } from './fs/remove.ts';
import { fsRename } from './fs/rename.ts';
import { fsRmdir } from './fs/rmdir.ts';
import { fsStat } from './fs/stat.ts';
import { fsStatMany } from './fs/stat-many.ts';
import { fsThumbnail } from './fs/thumbnail.ts';
import { fsTrashLocal } from './fs/trash-local.ts';
import { fsWalk } from './fs/walk.ts';
import { fsWrite } from './fs/write.ts';
import { fsWriteBinary } from './fs/write-binary.ts';
import { historyDeleted } from './history/deleted.ts';
import { historyExport } from './history/export.ts';
import { historyList } from './history/list.ts';
import { historyRestore } from './history/restore.ts';
import { historyShow } from './history/show.ts';
import { historyUndo } from './history/undo.ts';
import { aliasList } from './knowledge/alias-list.ts';
import { baseList } from './knowledge/base-list.ts';
import { blockRename } from './knowledge/block-rename.ts';
import { bookmarkList } from './knowledge/bookmark-list.ts';
import { fileAttachmentPath } from './knowledge/file-attachment-path.ts';
import { fileList } from './knowledge/file-list.ts';
import { graphGet } from './knowledge/graph-get.ts';
import { headingRename } from './knowledge/heading-rename.ts';
import { linkUnresolved } from './knowledge/link-unresolved.ts';
import { lintNote } from './knowledge/lint-note.ts';
import { lintVault } from './knowledge/lint-vault.ts';
import { propertyList } from './knowledge/property-list.ts';
import { propertyRename } from './knowledge/property-rename.ts';
import { queryRun } from './knowledge/query-run.ts';
import { tagList } from './knowledge/tag-list.ts';
import { tagNotes } from './knowledge/tag-notes.ts';
import { tagRename } from './knowledge/tag-rename.ts';
import { taskList } from './knowledge/task-list.ts';
import { noteAppend } from './note/append.ts';
import { noteComplete } from './note/complete.ts';
import { noteCreate } from './note/create.ts';
import { noteDelete } from './note/delete.ts';
import { noteBacklinks, noteLinks } from './note/links.ts';
import { noteMerge } from './note/merge.ts';
import { noteDeadEnds, noteOrphans } from './note/orphans.ts';
import { noteOutline } from './note/outline.ts';
import { notePeriodic } from './note/periodic.ts';
import { noteProperties } from './note/properties.ts';
import { noteRead } from './note/read.ts';
import { noteRename } from './note/rename.ts';
import { noteRenderData } from './note/render-data.ts';
import { noteResolve } from './note/resolve.ts';
import { noteSearch } from './note/search.ts';
import { noteSplit } from './note/split.ts';
import { noteWrite } from './note/write.ts';
import type { Operation } from './operation.ts';
import { workspaceGetSharing } from './workspace/get-sharing.ts';
import { workspaceGetState } from './workspace/get-state.ts';
import { workspaceLatestSelection } from './workspace/latest-selection.ts';
import { workspaceMention } from './workspace/mention.ts';
import { workspaceOpen } from './workspace/open.ts';
import { workspaceRecent } from './workspace/recent.ts';
import { workspaceSave } from './workspace/save.ts';
import { workspaceSetSharing } from './workspace/set-sharing.ts';
import { workspaceSetState } from './workspace/set-state.ts';
import { workspaceTabs } from './workspace/tabs.ts';

const declared = [
  activityList,
  agentAppend,
  agentDelete,
  agentExamineDelete,
  agentFrontmatter,
  agentGet,
  agentHistory,
  agentJson,
  agentLinks,
  agentList,
  agentListCommands,
  agentListTags,
  agentMove,
  agentOpen,
  agentPatch,
  agentReadMany,
  agentRefactor,
  agentReplace,
  agentRunCommand,
  agentSearch,
  agentTagCounts,
  agentTags,
  agentUndo,
  agentWrite,
  aliasList,
  baseList,
  blockRename,
  bookmarkList,
  bulkEdit,
  ...bundleOperations,
  clientsDisconnect,
  clientsList,
  clientsSetReadOnly,
  diffClose,
  diffCloseAll,
  diffGet,
  diffList,
  diffOpen,
  diffResolve,
  fileAttachmentPath,
  fileList,
  fsAppend,
  fsAppendBinary,
  fsChangesSince,
  fsCopy,
  fsExists,
  fsList,
  fsMkdir,
  fsReadBinary,
  fsReadBinaryRange,
  fsReadMany,
  fsReadText,
  fsRemove,
  fsRename,
  fsRmdir,
  fsStat,
  fsStatMany,
  fsThumbnail,
  fsTrashLocal,
  fsWalk,
  fsWrite,
  fsWriteBinary,
  graphGet,
  headingRename,
  healthGet,
  historyDeleted,
  historyExport,
  historyList,
  historyRestore,
  historyShow,
  historyUndo,
  linkUnresolved,
  lintNote,
  lintVault,
  noteAppend,
  noteBacklinks,
  noteComplete,
  noteCreate,
  noteDeadEnds,
  noteDelete,
  noteLinks,
  noteMerge,
  noteOrphans,
  noteOutline,
  notePeriodic,
  noteProperties,
  noteRead,
  noteRename,
  noteRenderData,
  noteResolve,
  noteSearch,
  noteSplit,
  noteWrite,
  policyExplain,
  propertyList,
  propertyRename,
  queryRun,
  tagList,
  tagNotes,
  tagRename,
  taskList,
  vaultList,
  vaultMetadata,
  workspaceGetSharing,
  workspaceGetState,
  workspaceLatestSelection,
  workspaceMention,
  workspaceOpen,
  workspaceRecent,
  workspaceSave,
  workspaceSetSharing,
  workspaceSetState,
  workspaceTabs,
] as const;

/** Everything vaultd can be asked for, sorted by name. */
export const operations: readonly Operation[] = declared;

/** Operations by their names at a protocol, with the types of their inputs and outputs. */
export type OperationsAt<P extends Protocol> = {
  readonly [Op in Extract<
    (typeof declared)[number],
    { readonly at: { readonly [Name in P]: string } }
  > as Op['at'][P]]: Op;
};

/** What a protocol serves, by the names it has there. */
export function servedAt(protocol: Protocol): ReadonlyMap<string, Operation> {
  return new Map(
    operations.flatMap((operation): [string, Operation][] => {
      const name = operation.at[protocol];
      return name === undefined ? [] : [[name, operation]];
    }),
  );
}
