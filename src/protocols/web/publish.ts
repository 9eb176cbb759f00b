import { webLimits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { WorkspaceEvent } from '../../contract/workspace.ts';
import { toApprovalShape } from '../../operations/approval/shapes.ts';
import { toDeniedEntry, toStepEntry } from '../../operations/daemon/activity-entries.ts';
import { describeClient } from '../../operations/daemon/clients-describe.ts';
import type { HealthMonitor } from '../../operations/daemon-facts.ts';
import { toDiffShape } from '../../operations/diff/get.ts';
import { followVaults, type ProtocolHost } from '../../operations/protocol.ts';
import type {
  ApprovalEvent,
  ServedVault,
  SessionEvent,
  VisibleChange,
} from '../../operations/sessions.ts';
import type { BrowserPage } from './connection.ts';
import type { EventHub } from './event-hub.ts';

/** Publishes everything that pages show. Returns how to stop. */
export function publishEvents(
  host: ProtocolHost,
  health: HealthMonitor,
  hub: EventHub,
): () => void {
  const stops = [
    host.sessions.events.on((event) => publishSession(hub, event)),
    health.events.on((sample) => hub.publish('health', () => sample)),
    followVaults(host, (vault) => followVault(host, vault, hub)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function followVault({ sessions }: ProtocolHost, vault: ServedVault, hub: EventHub): () => void {
  const stops = [
    sessions.onChanges(vault, (batch) => publishChanges(vault, hub, batch)),
    sessions.onSteps(vault, (id) => publishStep(vault, hub, id)),
    vault.workspace.events.on((event) => publishWorkspace(vault, hub, event)),
    vault.approvals.events.on((event) => publishApproval(vault, hub, event)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function publishChanges(vault: ServedVault, hub: EventHub, batch: readonly VisibleChange[]): void {
  const about = { vault: vault.name, version: String(vault.status().knowledge?.epoch ?? 0) };
  const { length: count } = batch;
  if (count > webLimits.changesPerEventMax) {
    hub.publish('change', () => ({ ...about, changes: [], count, reset: true }));
    return;
  }
  hub.publish('change', ({ sessions }) => {
    const { view } = sessions.of(vault);
    const changes = batch.flatMap((change) => view.see(change) ?? []).map(toShape);
    return changes.length === 0 ? undefined : { ...about, changes };
  });
}

/** The members of a change that pages know. */
function toShape({ wentTo, withContents, hash, ...change }: VisibleChange) {
  return change;
}

function publishStep(vault: ServedVault, hub: EventHub, id: string): void {
  hub.publish('step', ({ sessions }) => {
    const step = sessions.of(vault).view.history.find(id);
    return step && { vault: vault.name, ...toStepEntry(step) };
  });
}

function publishApproval(vault: ServedVault, hub: EventHub, event: ApprovalEvent): void {
  hub.publish('approval', ({ sessions }) => {
    const proposal = sessions.of(vault).view.approvals.find(event.id);
    return proposal && { vault: vault.name, happened: event.kind, ...toApprovalShape(proposal) };
  });
}

function publishSession(hub: EventHub, event: SessionEvent): void {
  const { session } = event;
  if (event.kind === 'denied') {
    const entry = { vault: session.vault, ...toDeniedEntry(event.denial) };
    hub.publish('denied', () => entry);
  } else {
    const data = { happened: event.kind, client: describeClient(session) };
    hub.publish('client', () => data);
  }
}

const diffEvents = {
  'diff-opened': 'opened',
  'diff-changed': 'changed',
  'diff-closed': 'closed',
} as const;

function publishWorkspace(vault: ServedVault, hub: EventHub, event: WorkspaceEvent): void {
  const about = { vault: vault.name };
  const mayRead = ({ sessions }: BrowserPage, path: VaultPath) =>
    sessions.of(vault).view.policy.mayRead(path);
  if (event.kind === 'state' || event.kind === 'sharing') {
    hub.publish('workspace', () => ({ ...about, happened: event.kind }));
  } else if ('diff' in event) {
    const end = event.kind === 'diff-closed' && { end: event.end.kind };
    const data = {
      ...about,
      happened: diffEvents[event.kind],
      ...toDiffShape(event.diff),
      ...end,
    };
    hub.publish('diff', (page) => (mayRead(page, event.diff.path) ? data : undefined));
  } else if (event.kind === 'open-wanted' || event.kind === 'save-wanted') {
    const { kind: happened, path } = event;
    const selection = event.kind === 'open-wanted' ? event.selection : undefined;
    const data = { ...about, happened, path, ...(selection && { selection }) };
    hub.publish('workspace', (page) => (mayRead(page, path) ? data : undefined));
  }
}
