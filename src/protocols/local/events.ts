import type * as z from 'zod';
import { placeOf } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { isNote, type VaultPath } from '../../contract/paths.ts';
import type { AskedApp, DiffInfo, WorkspaceEvent } from '../../contract/workspace.ts';
import { toRecord } from '../../kit/records.ts';
import { activityEntry, toDeniedEntry } from '../../operations/daemon/activity-entries.ts';
import type { ApprovalEvent, SessionEvent, VisibleChange } from '../../operations/sessions.ts';
import type { NewEvent } from './event-log.ts';
import { toWireNames } from './names.ts';

/** Every event of this protocol, by topic. */
export const eventTypes: Readonly<Record<string, readonly string[]>> = {
  notes: ['NoteCreated', 'NoteChanged', 'NoteRenamed', 'NoteDeleted'],
  files: ['FileChanged', 'FileDeleted'],
  index: ['IndexStarted', 'IndexProgress', 'IndexReady', 'IndexError'],
  steps: ['StepProgress'],
  activity: ['ActivityAdded'],
  diffs: ['DiffOpened', 'DiffChanged', 'DiffClosed'],
  editors: ['EditorStateChanged', 'OpenWanted', 'SaveWanted', 'CommandWanted', 'CallWithdrawn'],
  approvals: ['ApprovalWaiting', 'ApprovalDecided'],
  policy: ['PolicyDenied'],
  clients: ['ClientConnected', 'ClientDisconnected'],
  config: ['ConfigReloaded', 'VaultAdded', 'VaultRemoved'],
  lifecycle: ['ShuttingDown', 'EventsDropped'],
};

/** A change as the client of this id sees it; undefined when it may not know of it. */
type SeeChange = (client: string, change: VisibleChange) => VisibleChange | undefined;

/** Changes of one vault as events. A change that left the content as it was gives none. */
export class ChangeEvents {
  readonly #vault: string;
  readonly #see: SeeChange;
  /** The last etag of each note, for `previous_etag`. */
  readonly #etags = new Map<VaultPath, string>();

  constructor(vault: string, see: SeeChange) {
    this.#vault = vault;
    this.#see = see;
  }

  toEvents(batch: readonly VisibleChange[]): NewEvent[] {
    return batch
      .filter(({ type }) => type !== 'folder')
      .flatMap((change) =>
        isNote(placeOf(change)) ? this.#toNoteEvents(change) : this.#toFileEvents(change),
      );
  }

  #toNoteEvents(change: VisibleChange): NewEvent[] {
    const { path, hash: etag } = change;
    const to = placeOf(change);
    const before = this.#etags.get(path);
    if (to !== path) this.#etags.delete(path);
    this.#keepEtag(to, etag);
    if (change.kind === 'modified' && etag !== undefined && etag === before) return [];
    const event = this.#toNoteEvent(change, before);
    if (change.kind !== 'renamed') return [event];
    const seenBy = (client: string): NewEvent | undefined => {
      const seen = this.#see(client, change);
      return seen && this.#toNoteEvent(seen, before);
    };
    return [{ ...event, seenBy }];
  }

  #toNoteEvent(change: VisibleChange, before: string | undefined): NewEvent {
    const { path, hash: etag, wentTo, origin = 'external' } = change;
    const common = { vault: this.#vault, ...(etag && { etag }) };
    const note = (type: string, data: Readonly<Record<string, unknown>>) => ({
      type,
      topic: 'notes',
      data: { ...common, ...data, origin },
    });
    switch (change.kind) {
      case 'created':
        return note('NoteCreated', { path });
      case 'deleted':
        return note('NoteDeleted', { path, ...(wentTo && { trash_path: wentTo }) });
      case 'renamed':
        return note('NoteRenamed', { from: path, to: change.newPath });
      case 'modified': {
        const data = { path, ...(before && { previous_etag: before }) };
        return { ...note('NoteChanged', data), key: `${this.#vault}\0${path}` };
      }
    }
  }

  #toFileEvents(change: VisibleChange): NewEvent[] {
    const vault = this.#vault;
    const deleted = (path: VaultPath): NewEvent => ({
      type: 'FileDeleted',
      topic: 'files',
      data: { vault, path },
    });
    const changed = (path: VaultPath): NewEvent => ({
      type: 'FileChanged',
      topic: 'files',
      data: { vault, path },
      key: `${vault}\0${path}`,
    });
    if (change.kind === 'deleted') return [deleted(change.path)];
    if (change.kind === 'renamed') return [deleted(change.path), changed(change.newPath)];
    return [changed(change.path)];
  }

  #keepEtag(path: VaultPath, etag: string | undefined): void {
    this.#etags.delete(path);
    if (etag === undefined) return;
    this.#etags.set(path, etag);
    const [oldest] = this.#etags.keys();
    if (this.#etags.size > limits.etagsKeptMax && oldest !== undefined) this.#etags.delete(oldest);
  }
}

/** Clients of other protocols connect as sessions; those of this protocol are its own connections. */
export function toSessionEvents(event: SessionEvent): NewEvent[] {
  const { id, caller, vault } = event.session;
  // The contract of these three events calls it `door`.
  const { protocol: door, client } = caller;
  if (event.kind === 'denied') {
    const { path, op, rule } = event.denial;
    const data = { vault, path, op, rule, door, client };
    const entry = toDeniedEntry(event.denial);
    return [{ type: 'PolicyDenied', topic: 'policy', data }, toActivityEvent(vault, () => entry)];
  }
  if (door === 'local' || event.kind === 'identified' || event.kind === 'changed') return [];
  const type = event.kind === 'opened' ? 'ClientConnected' : 'ClientDisconnected';
  return [{ type, topic: 'clients', data: { client: id, door, name: client } }];
}

/** A change waits for a person, or was decided on. What it would do is asked for by its id. */
export function toApprovalEvent(vault: string, { kind, id }: ApprovalEvent): NewEvent {
  const type = kind === 'waiting' ? 'ApprovalWaiting' : 'ApprovalDecided';
  return { type, topic: 'approvals', data: { vault, id } };
}

/** True when the client of this id has that session. */
type HasSession = (client: string, session: string) => boolean;

/** What happens in the workspace of a vault. The texts of notes are never in these events. */
export function toWorkspaceEvent(
  vault: string,
  event: WorkspaceEvent,
  hasSession: HasSession,
): NewEvent {
  const editors = (type: string, data: Readonly<Record<string, unknown>> = {}) => ({
    type,
    topic: 'editors',
    data: { vault, ...data },
  });
  const diffs = (type: string, diff: DiffInfo, data: Readonly<Record<string, unknown>> = {}) => {
    const { id, path, title, client, isStale } = diff;
    const about = { vault, id, path, title, client, is_stale: isStale };
    return { type, topic: 'diffs', data: { ...about, ...data } };
  };
  switch (event.kind) {
    case 'state':
    case 'sharing':
      return { ...editors('EditorStateChanged'), key: vault };
    case 'open-wanted': {
      const { path, selection, newTab, asked } = event;
      const data = { path, ...(selection && { selection }), ...(newTab && { new_tab: newTab }) };
      const toAll = editors('OpenWanted', data);
      if (asked === undefined) return toAll;
      const toAsked = editors('OpenWanted', { ...data, call: asked.call });
      return { ...toAll, seenBy: (id) => (hasSession(id, asked.session) ? toAsked : toAll) };
    }
    case 'command-wanted': {
      const { asked, command, by } = event;
      const { call } = asked;
      return toOne(asked, editors('CommandWanted', { call, ...command, ...by }), hasSession);
    }
    case 'call-withdrawn': {
      const { asked } = event;
      return toOne(asked, editors('CallWithdrawn', { call: asked.call }), hasSession);
    }
    case 'save-wanted':
      return editors('SaveWanted', { path: event.path });
    case 'diff-opened':
      return diffs('DiffOpened', event.diff);
    case 'diff-changed':
      return diffs('DiffChanged', event.diff);
    case 'diff-closed':
      return diffs('DiffClosed', event.diff, {
        reason: event.end.kind,
        ...(event.by && { by: event.by }),
      });
  }
}

/** Only the app that is asked gets to know of it. */
function toOne({ session }: AskedApp, event: NewEvent, hasSession: HasSession): NewEvent {
  return { ...event, seenBy: (id) => (hasSession(id, session) ? event : undefined) };
}

/** An entry of the activity, as each client may see it. */
export function toActivityEvent(
  vault: string,
  seenBy: (client: string) => Activity | undefined,
): NewEvent {
  const event = (data: Readonly<Record<string, unknown>>) => ({
    type: 'ActivityAdded',
    topic: 'activity',
    data: { vault, ...data },
  });
  return {
    ...event({}),
    seenBy: (client) => {
      const entry = seenBy(client);
      return entry && event(toRecord(toWireEntry(entry)));
    },
  };
}

type Activity = z.output<typeof activityEntry>;
const toWireEntry = toWireNames(activityEntry);
