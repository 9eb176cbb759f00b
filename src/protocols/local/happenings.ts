import { placeOf } from '../../contract/events.ts';
import { isNote, type VaultPath } from '../../contract/paths.ts';
import type { SessionEvent, VisibleChange } from '../../operations/sessions.ts';
import type { Connection } from './connection.ts';
import type { Happening } from './event-log.ts';
import { diffTypes, editorTypes } from './workspace-happenings.ts';

/** A change as a client sees it; undefined when it may not know of it. */
export type Seeing = (client: Connection, change: VisibleChange) => VisibleChange | undefined;

/** Every event of this protocol, by topic. */
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

/** Changes of one vault as events. A change that changed nothing says nothing. */
export class VaultHappenings {
  readonly #vault: string;
  readonly #see: Seeing;
  readonly #etags = new Map<VaultPath, string>();

  constructor(vault: string, see: Seeing) {
    this.#vault = vault;
    this.#see = see;
  }

  of(batch: readonly VisibleChange[]): Happening[] {
    return batch
      .filter(({ type }) => type !== 'folder')
      .flatMap((change) => (isNote(placeOf(change)) ? this.#ofNote(change) : this.#ofFile(change)));
  }

  #ofNote(change: VisibleChange): Happening[] {
    const { path, hash: etag } = change;
    const to = placeOf(change);
    const before = this.#etags.get(path);
    if (to !== path) this.#etags.delete(path);
    this.#remember(to, etag);
    const isSame = change.kind === 'modified' && etag !== undefined && etag === before;
    if (isSame) return [];
    const happening = this.#toHappening(change, before);
    if (change.kind !== 'renamed') return [happening];
    const heardAs = (client: Connection): Happening | undefined => {
      const seen = this.#see(client, change);
      return seen && this.#toHappening(seen, before);
    };
    return [{ ...happening, heardAs }];
  }

  #toHappening(change: VisibleChange, before: string | undefined): Happening {
    const { path, hash: etag, wentTo, origin = 'external' } = change;
    const common = { vault: this.#vault, ...(etag && { etag }) };
    switch (change.kind) {
      case 'created':
        return note('NoteCreated', { ...common, path, origin });
      case 'deleted':
        return note('NoteDeleted', {
          ...common,
          path,
          ...(wentTo && { trash_path: wentTo }),
          origin,
        });
      case 'renamed':
        return note('NoteRenamed', { ...common, from: path, to: change.newPath, origin });
      case 'modified': {
        const key = `${this.#vault}\0${path}`;
        const data = { ...common, path, ...(before && { previous_etag: before }), origin };
        return { ...note('NoteChanged', data), key };
      }
    }
  }

  #ofFile(change: VisibleChange): Happening[] {
    const vault = this.#vault;
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

/** Clients of other protocols come and go as sessions; those of this protocol are its own connections. */
export function ofSession(event: SessionEvent): Happening[] {
  const { id, caller, vault } = event.session;
  // The contract of these three events calls it `door`.
  const { protocol: door, client } = caller;
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
