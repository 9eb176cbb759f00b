import { webLimits } from '../../contract/limits.ts';
import type { WorkspaceEvent } from '../../contract/workspace.ts';
import { toDeniedEntry, toStepEntry } from '../../operations/daemon/activity-entries.ts';
import { describeClient } from '../../operations/daemon/clients-describe.ts';
import type { HealthMonitor } from '../../operations/daemon-facts.ts';
import { toDiffShape } from '../../operations/diff/shapes.ts';
import { followVaults, type ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault, SessionEvent, VisibleChange } from '../../operations/sessions.ts';
import type { EventHub } from './event-hub.ts';

/** Tells the hub of everything that pages want to hear. Returns how to stop. */
export function followAll(host: ProtocolHost, health: HealthMonitor, hub: EventHub): () => void {
  const ends = [
    host.sessions.events.on((event) => tellSession(hub, event)),
    health.events.on((sample) => hub.publish('health', () => sample)),
    followVaults(host, (vault) => {
      const tellSteps = createStepTeller(vault, hub);
      const unlisten = host.sessions.onChanges(vault, (batch) => {
        tellChanges(vault, hub, batch);
        tellSteps(batch);
      });
      const leave = vault.workspace.events.on((event) => tellWorkspace(vault, hub, event));
      return () => {
        unlisten();
        leave();
      };
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function tellChanges(vault: ServedVault, hub: EventHub, batch: readonly VisibleChange[]): void {
  const about = { vault: vault.name, version: String(vault.status().knowledge?.epoch ?? 0) };
  if (batch.length > webLimits.changesToldMax) {
    hub.publish('change', () => ({ ...about, changes: [], count: batch.length, reset: true }));
    return;
  }
  hub.publish('change', ({ sessions }) => {
    const { view } = sessions.of(vault);
    const changes = batch.flatMap((change) => view.see(change) ?? []).map(toShape);
    return changes.length === 0 ? undefined : { ...about, changes };
  });
}

/** The members of a change that pages know. */
function toShape({ wentTo, withContents, hash, ...change }: VisibleChange): unknown {
  return change;
}

/** A step may come in several batches; it is told with the first. */
function createStepTeller(vault: ServedVault, hub: EventHub) {
  let told = '';
  return (batch: readonly VisibleChange[]): void => {
    const steps = new Set(batch.flatMap(({ origin }) => origin?.step ?? []));
    for (const id of steps) {
      if (id === told) continue;
      told = id;
      hub.publish('step', ({ sessions }) => {
        const { history } = sessions.of(vault).view;
        const step = history.find(id);
        return step && { vault: vault.name, ...toStepEntry(step) };
      });
    }
  };
}

function tellSession(hub: EventHub, event: SessionEvent): void {
  const { session } = event;
  if (event.kind === 'denied') {
    const entry = { vault: session.vault, ...toDeniedEntry(event.denial) };
    hub.publish('denied', () => entry);
  } else {
    const data = { happened: event.kind, client: describeClient(session) };
    hub.publish('client', () => data);
  }
}

function tellWorkspace(vault: ServedVault, hub: EventHub, event: WorkspaceEvent): void {
  const { name, path, ...data } = toWorkspaceNews(event);
  hub.publish(name, ({ sessions }) => {
    const maySee = path === undefined || sessions.of(vault).view.policy.mayRead(path);
    return maySee ? { vault: vault.name, ...(path && { path }), ...data } : undefined;
  });
}

interface WorkspaceNews {
  readonly name: 'diff' | 'workspace';
  readonly happened: string;
  readonly path?: string;
}

function toWorkspaceNews(event: WorkspaceEvent): WorkspaceNews {
  switch (event.kind) {
    case 'state':
    case 'sharing':
      return { name: 'workspace', happened: event.kind };
    case 'open-wanted':
    case 'save-wanted': {
      const { kind, ...about } = event;
      return { name: 'workspace', happened: kind, ...about };
    }
    case 'diff-opened':
      return { name: 'diff', happened: 'opened', ...toDiffShape(event.diff) };
    case 'diff-changed':
      return { name: 'diff', happened: 'changed', ...toDiffShape(event.diff) };
    case 'diff-closed': {
      const end = { end: event.end.kind };
      return { name: 'diff', happened: 'closed', ...toDiffShape(event.diff), ...end };
    }
  }
}
