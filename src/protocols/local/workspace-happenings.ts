import type { DiffInfo, WorkspaceEvent } from '../../contract/workspace.ts';
import type { ClientSessions } from '../../operations/client-sessions.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import type { Connection } from './connection.ts';
import type { Happening } from './event-log.ts';

export const diffTypes = ['DiffOpened', 'DiffChanged', 'DiffClosed'] as const;
export const editorTypes = ['EditorStateChanged', 'OpenWanted', 'SaveWanted'] as const;

/** What happens in the workspace of a vault as events. Texts are never in them. */
export function ofWorkspace(vault: string, event: WorkspaceEvent): Happening[] {
  switch (event.kind) {
    case 'state':
    case 'sharing':
      return [{ type: 'EditorStateChanged', topic: 'editors', data: { vault }, key: vault }];
    case 'open-wanted': {
      const { path, selection } = event;
      const data = { vault, path, ...(selection && { selection }) };
      return [{ type: 'OpenWanted', topic: 'editors', data }];
    }
    case 'save-wanted':
      return [{ type: 'SaveWanted', topic: 'editors', data: { vault, path: event.path } }];
    case 'diff-opened':
      return [{ type: 'DiffOpened', topic: 'diffs', data: { vault, ...describe(event.diff) } }];
    case 'diff-changed':
      return [{ type: 'DiffChanged', topic: 'diffs', data: { vault, ...describe(event.diff) } }];
    case 'diff-closed': {
      const data = { vault, ...describe(event.diff), reason: event.end.kind };
      return [{ type: 'DiffClosed', topic: 'diffs', data }];
    }
  }
}

/** Who asks by name to hear of proposed changes can show them. */
export function attachViewers(
  vaults: readonly ServedVault[],
  client: Connection,
  sessions: ClientSessions,
): void {
  const filters = [...client.subscriptions.values()].map(({ filter }) => filter);
  const viewing = filters.filter(
    ({ events, topics }) => events?.includes('DiffOpened') ?? topics?.includes('diffs') ?? false,
  );
  for (const vault of vaults) {
    const isViewer = viewing.some((filter) => (filter.vault ?? vault.name) === vault.name);
    if (!isViewer && !sessions.has(vault)) continue;
    const { id, signal, view } = sessions.of(vault);
    const session = { id, ended: signal };
    if (isViewer) view.workspace.attachViewer(session, 'subscribed');
    else view.workspace.detachViewer(session, 'subscribed');
  }
}

function describe({ id, path, title, client, isStale }: DiffInfo): Record<string, unknown> {
  return { id, path, title, client, is_stale: isStale };
}
