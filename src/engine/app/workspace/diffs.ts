import { VaultError } from '../../../contract/errors.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { DiffEnd, DiffInfo, SessionRef, WorkspaceEvent } from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';

export interface Proposal {
  readonly path: VaultPath;
  readonly title: string;
  /** The whole file as it is proposed. */
  readonly text: string;
  readonly client: string;
}

/** Why a session counts as a viewer: it said so, or it listens for proposals. */
export type ViewerReason = 'declared' | 'subscribed';

interface Pending {
  info: DiffInfo;
  readonly owner: string;
  readonly text: string;
  readonly end: (end: DiffEnd) => void;
}

/** Proposals that wait for a person, and who can show them. */
export class Diffs {
  readonly #clock: Clock;
  readonly #emit: (event: WorkspaceEvent) => void;
  readonly #pending = new Map<string, Pending>();
  readonly #owners = new Set<string>();
  readonly #viewers = new Map<string, Set<ViewerReason>>();
  #openViewer: () => boolean = () => false;
  /** A viewer was opened and has not attached yet. */
  #isViewerOnItsWay = false;

  constructor(clock: Clock, emit: (event: WorkspaceEvent) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  /** From now on, and until the session ends, proposals can be shown there, for one reason or several. */
  attachViewer({ id, ended }: SessionRef, reason: ViewerReason): void {
    const reasons = this.#viewers.get(id) ?? new Set();
    if (reasons.size === 0) ended.addEventListener('abort', () => this.#viewers.delete(id));
    this.#isViewerOnItsWay = false;
    this.#viewers.set(id, reasons.add(reason));
  }

  detachViewer({ id }: SessionRef, reason: ViewerReason): void {
    const reasons = this.#viewers.get(id);
    reasons?.delete(reason);
    if (reasons?.size === 0) this.#viewers.delete(id);
  }

  get hasViewer(): boolean {
    return this.#viewers.size > 0;
  }

  /** How to get a viewer when none is attached; says whether one will come. */
  setViewerOpener(open: () => boolean): void {
    this.#openViewer = open;
  }

  /**
   * Resolves when it is decided. Nothing is ever written. Without a viewer it can still be listed and
   * read until its owner withdraws it, and the error tells the owner to ask the user itself.
   */
  open(owner: SessionRef, { path, title, text, client }: Proposal): Promise<DiffEnd> {
    this.close(owner.id, title, 'replaced');
    this.#requireRoom(owner.id, text);
    const since = this.#clock.now();
    const isDecidedElsewhere = !this.#findViewer();
    const info = {
      id: newId(since),
      path,
      title,
      client,
      since,
      isStale: false,
      isDecidedElsewhere,
    };
    const ended = new Promise<DiffEnd>((resolve) => {
      this.#pending.set(info.id, { info, owner: owner.id, text, end: resolve });
    });
    this.#follow(owner);
    this.#emit({ kind: 'diff-opened', diff: info });
    if (isDecidedElsewhere) throw noViewer();
    return ended;
  }

  /** An opened viewer needs a moment to attach, and is not opened a second time. */
  #findViewer(): boolean {
    if (this.hasViewer || this.#isViewerOnItsWay) return true;
    this.#isViewerOnItsWay = this.#openViewer();
    return this.#isViewerOnItsWay;
  }

  list(): DiffInfo[] {
    return [...this.#pending.values()].map(({ info }) => info);
  }

  find(id: string): (DiffInfo & { readonly text: string }) | undefined {
    const found = this.#pending.get(id);
    return found && { ...found.info, text: found.text };
  }

  /** A person has decided in that client. False when it was decided before. */
  resolve(id: string, end: DiffEnd, by: string): boolean {
    if (this.#pending.get(id)?.info.isDecidedElsewhere) throw decidedElsewhere();
    return this.#end(id, end, by);
  }

  /** Withdraws what its owner calls by this title. */
  close(owner: string, title: string, kind: 'withdrawn' | 'replaced' = 'withdrawn'): void {
    for (const { info } of this.#ownedBy(owner)) {
      if (info.title === title) this.#end(info.id, { kind });
    }
  }

  /** How many there were. */
  closeAll(owner: string): number {
    const owned = this.#ownedBy(owner);
    for (const { info } of owned) this.#end(info.id, { kind: 'withdrawn' });
    return owned.length;
  }

  /** Files that are other ones now. */
  touched(paths: ReadonlySet<VaultPath>): void {
    for (const pending of this.#pending.values()) {
      if (!paths.has(pending.info.path) || pending.info.isStale) continue;
      pending.info = { ...pending.info, isStale: true };
      this.#emit({ kind: 'diff-changed', diff: pending.info });
    }
  }

  stop(): void {
    for (const id of [...this.#pending.keys()]) this.#end(id, { kind: 'stopped' });
  }

  #end(id: string, end: DiffEnd, by?: string): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    pending.end(end);
    this.#emit({ kind: 'diff-closed', diff: pending.info, end, ...(by && { by }) });
    return true;
  }

  /** Once for each session, however many proposals it makes. */
  #follow({ id, ended }: SessionRef): void {
    if (this.#owners.has(id)) return;
    this.#owners.add(id);
    ended.addEventListener('abort', () => {
      this.#owners.delete(id);
      for (const { info } of this.#ownedBy(id)) this.#end(info.id, { kind: 'abandoned' });
    });
  }

  #ownedBy(owner: string): Pending[] {
    return [...this.#pending.values()].filter((pending) => pending.owner === owner);
  }

  #requireRoom(owner: string, text: string): void {
    const units = [...this.#pending.values()].reduce((sum, each) => sum + each.text.length, 0);
    if (
      this.#ownedBy(owner).length >= workspaceLimits.diffsPerOwnerMax ||
      units + text.length > workspaceLimits.diffUnitsMax
    ) {
      throw new VaultError('unavailable', 'Too many diffs are open.', {
        reason: 'too-many-diffs',
        hint: 'Decide or close some of them first.',
      });
    }
  }
}

function decidedElsewhere(): VaultError {
  return new VaultError('unavailable', 'This change is decided where it was proposed.', {
    reason: 'no-diff-viewer',
    hint: 'Answer there. To decide here, open the dashboard or a viewer before the next change.',
  });
}

function noViewer(): VaultError {
  return new VaultError('unavailable', 'No diff viewer is attached.', {
    reason: 'no-diff-viewer',
    hint: 'Open the dashboard, attach an editor that shows diffs, or let the client show them itself.',
  });
}
