import { pathsOf, type VaultChange } from '../../../contract/events.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { SharingRules, WorkspaceEvent } from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { debounce } from '../../../kit/debounce.ts';
import { createEmitter, type Emitter } from '../../../kit/emitter.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { Companions } from './companions.ts';
import { Diffs } from './diffs.ts';
import { Editors } from './editors.ts';
import { Mentions } from './mentions.ts';
import { createSharing, type Sharing } from './sharing.ts';
import { isLayoutFile, readStoredActive } from './stored-active.ts';

/** What people have open, what is proposed to them and what they point at. Nothing of it is on disk. */
export interface Workspace {
  readonly editors: Editors;
  /** Apps that can be asked to act. */
  readonly companions: Companions;
  readonly diffs: Diffs;
  readonly mentions: Mentions;
  readonly sharing: Sharing;
  readonly events: Emitter<WorkspaceEvent>;
  close(): void;
}

/** The part of it that is the same for every caller. */
export interface WorkspaceControl {
  readonly events: Pick<Emitter<WorkspaceEvent>, 'on'>;
  readonly sharing: SharingRules;
  setSharing(rules: Partial<SharingRules>): void;
  /** How to get a viewer for a proposal when none is attached; says whether one will come. */
  setViewerOpener(open: () => boolean): void;
}

export interface WorkspaceOptions {
  readonly root: Root;
  readonly clock: Clock;
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  onListenerError(thrown: unknown): void;
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { root, clock, changes } = options;
  const events = createEmitter<WorkspaceEvent>(options.onListenerError);
  const announceState = debounce(
    () => events.emit({ kind: 'state' }),
    workspaceLimits.quietMs,
    workspaceLimits.lateMsMax,
  );
  const stored = () => readStoredActive(root);
  const editors = new Editors({ clock, stored, changed: announceState });
  const diffs = new Diffs(clock, events.emit);
  const sharing = createSharing(root, () => events.emit({ kind: 'sharing' }));
  let recent: { path: VaultPath | undefined; atMs: number } | undefined;
  /** Finding out may read the disk, and changes come by the thousand. */
  const recentlyActive = (): VaultPath | undefined => {
    const atMs = clock.now();
    if (recent === undefined || atMs - recent.atMs >= workspaceLimits.quietMs) {
      recent = { path: editors.state().active, atMs };
    }
    return recent.path;
  };
  const unlisten = changes.on((batch) => {
    for (const change of batch) {
      if (change.kind === 'renamed') editors.moved(change.path, change.newPath);
    }
    const paths = new Set(batch.flatMap(pathsOf));
    diffs.touched(paths);
    // Whether a note may be shared can be written in it, so a change of the active one is announced.
    const active = recentlyActive();
    if ((active && paths.has(active)) || [...paths].some(isLayoutFile)) announceState();
  });
  return {
    editors,
    companions: new Companions({ clock, emit: events.emit }),
    diffs,
    mentions: new Mentions(),
    sharing,
    events,
    close() {
      unlisten();
      announceState.cancel();
      diffs.stop();
      editors.close();
    },
  };
}

export function toControl({ events, sharing, diffs }: Workspace): WorkspaceControl {
  return {
    events,
    get sharing() {
      return sharing.rules;
    },
    setSharing: (rules) => sharing.set(rules),
    setViewerOpener: (open) => diffs.setViewerOpener(open),
  };
}
