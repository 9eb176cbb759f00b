import type { z } from 'zod';
import type { agentCreate } from '../../src/operations/agent/create.ts';
import type { agentFrontmatter } from '../../src/operations/agent/frontmatter.ts';
import type { approvalAccept, approvalReject } from '../../src/operations/approval/decide.ts';
import type { approvalList } from '../../src/operations/approval/list.ts';
import type { approvalShow } from '../../src/operations/approval/show.ts';
import type { activityClients, activityList } from '../../src/operations/daemon/activity-list.ts';
import type {
  clientsDisconnect,
  clientsList,
  clientsSetReadOnly,
} from '../../src/operations/daemon/clients.ts';
import type {
  clientsPermissions,
  clientsPermit,
} from '../../src/operations/daemon/clients-permit.ts';
import type { healthGet } from '../../src/operations/daemon/health-get.ts';
import type { ledgerStatus } from '../../src/operations/daemon/ledger-status.ts';
import type { vaultList } from '../../src/operations/daemon/vault-list.ts';
import type { diffGet, diffList } from '../../src/operations/diff/get.ts';
import type { diffResolve } from '../../src/operations/diff/resolve.ts';
import type { fileCopy } from '../../src/operations/file/move.ts';
import type { historyRestore } from '../../src/operations/history/restore.ts';
import type { historyShow } from '../../src/operations/history/show.ts';
import type { historyUndo } from '../../src/operations/history/undo.ts';
import type { historyUndoSince } from '../../src/operations/history/undo-since.ts';
import type { historyVersion, historyVersions } from '../../src/operations/history/versions.ts';
import type { fileAttachmentPath } from '../../src/operations/knowledge/file-attachment-path.ts';
import type { graphGet } from '../../src/operations/knowledge/graph-get.ts';
import type { linkRepair, linkUnresolved } from '../../src/operations/knowledge/link-unresolved.ts';
import type { propertyList } from '../../src/operations/knowledge/property-list.ts';
import type { queryRun } from '../../src/operations/knowledge/query-run.ts';
import type { tagList, tagNotes } from '../../src/operations/knowledge/tags.ts';
import type { taskList } from '../../src/operations/knowledge/task-list.ts';
import type { taskSet } from '../../src/operations/knowledge/task-set.ts';
import type { noteAppend } from '../../src/operations/note/append.ts';
import type { noteComplete } from '../../src/operations/note/complete.ts';
import type { noteCreate } from '../../src/operations/note/create.ts';
import type { noteDelete } from '../../src/operations/note/delete.ts';
import type { noteRelated } from '../../src/operations/note/related.ts';
import type { noteRename } from '../../src/operations/note/rename.ts';
import type { noteRenderData } from '../../src/operations/note/render-data.ts';
import type { noteSearch } from '../../src/operations/note/search.ts';
import type { noteWrite } from '../../src/operations/note/write.ts';
import type { workspaceMention } from '../../src/operations/workspace/mention.ts';
import type { workspaceSetState } from '../../src/operations/workspace/set-state.ts';

/** What the dashboard calls. The server's declarations say what goes in and comes out. */
export interface Operations {
  'activity.clients': typeof activityClients;
  'activity.list': typeof activityList;
  'agent.create': typeof agentCreate;
  'agent.frontmatter': typeof agentFrontmatter;
  'approval.accept': typeof approvalAccept;
  'approval.list': typeof approvalList;
  'approval.reject': typeof approvalReject;
  'approval.show': typeof approvalShow;
  'clients.disconnect': typeof clientsDisconnect;
  'clients.list': typeof clientsList;
  'clients.permissions': typeof clientsPermissions;
  'clients.permit': typeof clientsPermit;
  'clients.setReadOnly': typeof clientsSetReadOnly;
  'diff.get': typeof diffGet;
  'diff.list': typeof diffList;
  'diff.resolve': typeof diffResolve;
  'file.attachmentPath': typeof fileAttachmentPath;
  'file.copy': typeof fileCopy;
  'graph.get': typeof graphGet;
  'health.get': typeof healthGet;
  'history.restore': typeof historyRestore;
  'history.show': typeof historyShow;
  'history.undo': typeof historyUndo;
  'history.undoSince': typeof historyUndoSince;
  'history.version': typeof historyVersion;
  'history.versions': typeof historyVersions;
  'ledger.status': typeof ledgerStatus;
  'link.repair': typeof linkRepair;
  'link.unresolved': typeof linkUnresolved;
  'note.append': typeof noteAppend;
  'note.complete': typeof noteComplete;
  'note.create': typeof noteCreate;
  'note.delete': typeof noteDelete;
  'note.related': typeof noteRelated;
  'note.rename': typeof noteRename;
  'note.renderData': typeof noteRenderData;
  'note.search': typeof noteSearch;
  'note.write': typeof noteWrite;
  'property.list': typeof propertyList;
  'query.run': typeof queryRun;
  'tag.list': typeof tagList;
  'tag.notes': typeof tagNotes;
  'task.list': typeof taskList;
  'task.set': typeof taskSet;
  'vault.list': typeof vaultList;
  'workspace.mention': typeof workspaceMention;
  'workspace.setState': typeof workspaceSetState;
}

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;

/** One line of the activity: a change, or a call that was refused. */
export type Entry = Output<'activity.list'>['entries'][number];
export type StepEntry = Extract<Entry, { kind: 'step' }>;
export type DeniedEntry = Extract<Entry, { kind: 'denied' }>;
export type Client = Output<'clients.list'>['clients'][number];
