import type { App, WorkspaceLeaf } from 'obsidian';
import { type Approval, approvalOf, type ShownApproval, toProposal, toTexts } from './approvals.ts';
import { type Daemon, type DaemonEvent, reportError } from './daemon.ts';
import type { OpenNotes } from './open-notes.ts';
import { type Decision, describeEnd, type Proposal, type ProposedTexts } from './proposal.ts';
import { type ProposalDesk, ProposalView, proposalViewType } from './proposal-view.ts';

export interface ProposalsOptions {
  readonly app: App;
  readonly daemon: Daemon;
  readonly notes: OpenNotes;
  readonly showsProposals: () => boolean;
  readonly isActive: () => boolean;
  /** The number of those that wait is another one. */
  readonly onCount: () => void;
}

/** The changes that wait for a decision, each in a tab of its own. */
export class Proposals implements ProposalDesk {
  readonly #options: ProposalsOptions;
  readonly #waiting = new Map<string, Proposal>();
  /** Events that came while everything that waits is being listed, which may not have them yet. */
  #held: DaemonEvent[] | undefined;

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting.size;
  }

  isActive(): boolean {
    return this.#options.isActive();
  }

  /** After attaching: shows all that wait, closes the tabs of those that do not any more. */
  async sync(): Promise<void> {
    const held: DaemonEvent[] = [];
    this.#held = held;
    try {
      await this.#showAll();
    } finally {
      if (this.#held === held) this.#held = undefined;
      for (const event of held) this.take(event);
    }
  }

  async #showAll(): Promise<void> {
    const { daemon } = this.#options;
    type Listed = { readonly diffs: readonly Proposal[] };
    type Waiting = { readonly approvals: readonly Approval[] };
    const { diffs } = await daemon.call<Listed>('ListDiffs');
    const { approvals } = await daemon.call<Waiting>('ListApprovals');
    this.#waiting.clear();
    for (const each of [...diffs, ...approvals.map(toProposal)]) {
      if (!each.is_decided_elsewhere) this.#waiting.set(each.id, each);
    }
    this.#options.onCount();
    for (const leaf of this.#leaves()) {
      const id = proposalOf(leaf);
      if (id === undefined || !this.#waiting.has(id)) closeQuietly(leaf);
      else if (leaf.view instanceof ProposalView) await leaf.view.refresh();
    }
    for (const proposal of this.#waiting.values()) await this.#open(proposal);
  }

  take(event: DaemonEvent): void {
    if (this.#held !== undefined) {
      this.#held.push(event);
      return;
    }
    const { type, data } = event;
    const [id, client] = [String(data.id), String(data.client)];
    if (type === 'DiffOpened') {
      const [path, title] = [String(data.path), String(data.title)];
      this.#add({ id, path, title, client, is_stale: false, is_decided_elsewhere: false });
    } else if (type === 'DiffChanged') this.#view(id)?.markStale();
    else if (type === 'DiffClosed') {
      const by = typeof data.by === 'string' ? data.by : undefined;
      this.#end(id, describeEnd(String(data.reason), by, client));
    } else if (type === 'ApprovalWaiting' || type === 'ApprovalDecided') {
      void this.#takeApproval(id).catch(reportError);
    }
  }

  /** The event says only which one; what it is, and how it ended, is asked for. */
  async #takeApproval(id: string): Promise<void> {
    const approval = await this.#options.daemon.call<ShownApproval>('GetApproval', { id });
    const proposal = toProposal(approval);
    if (approval.state === 'waiting') this.#add(proposal);
    else this.#end(proposal.id, describeEnd(approval.state, approval.decided_by, proposal.client));
  }

  #end(id: string, line: string): void {
    this.#waiting.delete(id);
    this.#options.onCount();
    for (const leaf of this.#leavesOf(id)) endOf(leaf, line);
  }

  /** The connection is gone: what is shown can still be read, and may be decided later. */
  disconnect(): void {
    this.#held?.splice(0);
    this.#waiting.clear();
    this.#options.onCount();
    for (const leaf of this.#leaves()) {
      if (leaf.view instanceof ProposalView) {
        leaf.view.say('The daemon is gone, so nothing waits for a decision at the moment.');
      }
    }
  }

  async read(id: string): Promise<ProposedTexts> {
    const { daemon, notes } = this.#options;
    const path = this.#waiting.get(id)?.path;
    // What is compared is the file, so unsaved text gets there first.
    if (path !== undefined) await notes.save(path);
    const approval = approvalOf(id);
    if (approval === undefined) return daemon.call<ProposedTexts>('GetDiff', { id });
    return toTexts(await daemon.call<ShownApproval>('GetApproval', { id: approval }));
  }

  async decide(id: string, decision: Decision, text?: string): Promise<void> {
    const { daemon } = this.#options;
    const approval = approvalOf(id);
    const edited = text !== undefined && { text };
    if (approval === undefined) await daemon.call('ResolveDiff', { id, decision, ...edited });
    else if (decision === 'accept')
      await daemon.call('AcceptApproval', { id: approval, ...edited });
    else if (decision === 'reject') await daemon.call('RejectApproval', { id: approval });
    // A tab that is closed leaves the change waiting: no program is held up by it.
  }

  /** Brings the next one to the front. */
  async reveal(): Promise<void> {
    const [leaf] = this.#leaves();
    if (leaf !== undefined) await this.#options.app.workspace.revealLeaf(leaf);
  }

  #add(proposal: Proposal): void {
    if (!this.#options.showsProposals()) return;
    this.#waiting.set(proposal.id, proposal);
    this.#options.onCount();
    void this.#open(proposal);
  }

  /** A tab that takes no focus from a field in which the user types. */
  async #open({ id }: Proposal): Promise<void> {
    const { app, showsProposals } = this.#options;
    if (!showsProposals() || this.#leavesOf(id).length > 0) return;
    const leaf = app.workspace.getLeaf('tab');
    await leaf.setViewState({ type: proposalViewType, state: { id }, active: !isTyping() });
  }

  #view(id: string): ProposalView | undefined {
    const views = this.#leavesOf(id).map(({ view }) => view);
    return views.find((view) => view instanceof ProposalView);
  }

  #leavesOf(id: string): WorkspaceLeaf[] {
    return this.#leaves().filter((leaf) => proposalOf(leaf) === id);
  }

  #leaves(): WorkspaceLeaf[] {
    return this.#options.app.workspace.getLeavesOfType(proposalViewType);
  }
}

function proposalOf(leaf: WorkspaceLeaf): string | undefined {
  if (leaf.view instanceof ProposalView) return leaf.view.proposal;
  const id = leaf.getViewState().state?.id;
  return typeof id === 'string' ? id : undefined;
}

function endOf(leaf: WorkspaceLeaf, line: string): void {
  if (leaf.view instanceof ProposalView) leaf.view.end(line);
  else leaf.detach();
}

function closeQuietly(leaf: WorkspaceLeaf): void {
  endOf(leaf, 'This proposal is gone.');
}

/** Whether keys go into a text field or an editor, in whichever window. */
function isTyping(): boolean {
  const element = activeDocument.activeElement;
  if (element === null || !activeDocument.hasFocus()) return false;
  return element.matches('input, textarea, [contenteditable="true"]');
}
