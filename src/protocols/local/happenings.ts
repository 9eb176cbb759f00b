import { ownerGrants } from '../../contract/callers.ts';
import type { VaultChange } from '../../contract/events.ts';
import { isHidden, isNote, type VaultPath } from '../../contract/paths.ts';
import { readEtag } from '../../operations/etag.ts';
import type { ServedVault, Session, SessionEvent } from '../../operations/sessions.ts';
import { visibleChange } from '../../operations/visible-change.ts';
import type { Happening } from './wire/event-log.ts';
import { diffTypes, editorTypes } from './workspace-happenings.ts';

/** Every event of this door, by topic. */
export const eventTypes: Readonly<Record<string, readonly string[]>> = {
  notes: ['NoteCreated', 'NoteChanged', 'NoteRenamed', 'NoteDeleted'],
  files: ['FileChanged', 'FileDeleted'],
  index: ['IndexStarted', 'IndexProgress', 'IndexReady', 'IndexError'],
  steps: ['StepProgress'],
  diffs: diffTypes,
  editors: editorTypes,
  policy: ['PolicyDenied'],
  clients: ['ClientConnected', 'ClientDisconnected'],
  config: ['ConfigReloaded', 'VaultAdded', 'VaultRemoved'],
  lifecycle: ['ShuttingDown', 'EventsDropped'],
};

/** Of how many notes whose etag is remembered, to say what it was before. */
const etagsMax = 20_000;
/** When more than this many change at once, the rest comes without etags: reading all would stop the daemon. */
const etagsPerBatchMax = 256;

/** Changes of one vault as events. A change that changed nothing says nothing. */
export class VaultHappenings {
  readonly #vault: ServedVault;
  readonly #view: Session['view'];
  readonly #etags = new Map<VaultPath, string>();

  constructor(vault: ServedVault) {
    this.#vault = vault;
    const policy = { hidden: true };
    this.#view = vault.as({ door: 'local', client: 'events', grants: ownerGrants, policy });
  }

  of(batch: readonly VaultChange[]): Happening[] {
    let read = 0;
    return (
      batch
        .filter(({ type }) => type !== 'folder')
        // Hidden folders are no part of what this door shows.
        .flatMap((change) => visibleChange(change, (path) => !isHidden(path)) ?? [])
        .flatMap(({ wentTo, ...change }) => {
          if (!isNote(newPathOf(change))) return this.#ofFile(change);
          return this.#ofNote(change, ++read <= etagsPerBatchMax, wentTo);
        })
    );
  }

  #ofNote(change: VaultChange, mayRead: boolean, trashPath: string | undefined): Happening[] {
    const { path } = change;
    const to = newPathOf(change);
    const before = this.#etags.get(path);
    const etag = mayRead && change.kind !== 'deleted' ? readEtag(this.#view, to) : undefined;
    if (to !== path) this.#etags.delete(path);
    this.#remember(to, etag);
    const origin = originOf(change);
    const common = { vault: this.#vault.name, ...(etag && { etag }) };
    switch (change.kind) {
      case 'created':
        return [note('NoteCreated', { ...common, path, origin })];
      case 'deleted':
        return [
          note('NoteDeleted', {
            ...common,
            path,
            ...(trashPath && { trash_path: trashPath }),
            origin,
          }),
        ];
      case 'renamed':
        return [note('NoteRenamed', { ...common, from: path, to, origin })];
      case 'modified': {
        if (etag !== undefined && etag === before) return [];
        const key = `${this.#vault.name}\0${path}`;
        const data = { ...common, path, ...(before && { previous_etag: before }), origin };
        return [{ ...note('NoteChanged', data), key }];
      }
    }
  }

  #ofFile(change: VaultChange): Happening[] {
    const vault = this.#vault.name;
    const gone = (path: VaultPath): Happening => ({
      type: 'FileDeleted',
      topic: 'files',
      data: { vault, path },
    });
    const there = (path: VaultPath): Happening => ({
      type: 'FileChanged',
      topic: 'files',
      data: { vault, path },
      key: `${vault}\0${path}`,
    });
    if (change.kind === 'deleted') return [gone(change.path)];
    if (change.kind === 'renamed') return [gone(change.path), there(change.newPath)];
    return [there(change.path)];
  }

  #remember(path: VaultPath, etag: string | undefined): void {
    this.#etags.delete(path);
    if (etag === undefined) return;
    this.#etags.set(path, etag);
    const [oldest] = this.#etags.keys();
    if (this.#etags.size > etagsMax && oldest !== undefined) this.#etags.delete(oldest);
  }
}

/** Clients of other doors come and go as sessions; those of this door are its own connections. */
export function ofSession(event: SessionEvent): Happening[] {
  const { id, caller, vault } = event.session;
  const { door, client } = caller;
  if (event.kind === 'denied') {
    const { path, op, rule } = event.denial;
    return [
      { type: 'PolicyDenied', topic: 'policy', data: { vault, path, op, rule, door, client } },
    ];
  }
  if (door === 'local' || event.kind === 'identified' || event.kind === 'changed') return [];
  const type = event.kind === 'opened' ? 'ClientConnected' : 'ClientDisconnected';
  return [{ type, topic: 'clients', data: { client: id, door, name: client } }];
}

function note(type: string, data: Readonly<Record<string, unknown>>): Happening {
  return { type, topic: 'notes', data };
}

function newPathOf(change: VaultChange): VaultPath {
  return change.kind === 'renamed' ? change.newPath : change.path;
}

function originOf({ origin }: VaultChange): unknown {
  return origin ?? 'external';
}
