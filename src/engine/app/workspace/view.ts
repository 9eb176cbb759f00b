import { isVaultError, VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { noSuchFile } from '../../../contract/path-errors.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import {
  type AppAnswer,
  type AppCommand,
  type DiffEnd,
  type DiffInfo,
  type EditorKind,
  type EditorState,
  type Mention,
  type MentionReceiver,
  nothingOpen,
  type SessionRef,
  type SharingRules,
} from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Policy } from '../../store/vault/policy.ts';
import type { Reading } from '../../store/vault/reading.ts';
import type { Diffs, Proposal, ViewerReason } from './diffs.ts';
import type { OpenOptions, Selected } from './editors.ts';
import type { MentionTo } from './mentions.ts';
import { waitUntilSaved } from './wait-until-saved.ts';
import type { Workspace } from './workspace.ts';

export interface DiffTexts extends DiffInfo {
  /** The file as it is now; empty when there is none. */
  readonly oldText: string;
  readonly newText: string;
}

/** Proposed changes as one caller may see and decide them. */
interface DiffsView {
  attachViewer(session: SessionRef, reason: ViewerReason): void;
  detachViewer(session: SessionRef, reason: ViewerReason): void;
  propose(session: SessionRef, proposal: Proposal): Promise<DiffEnd>;
  diffs(): DiffInfo[];
  diff(id: string): Promise<DiffTexts>;
  resolve(id: string, end: DiffEnd): void;
  withdraw(session: SessionRef, title: string): void;
  withdrawAll(session: SessionRef): number;
}

/** The workspace as one caller may see and move it. */
export interface WorkspaceView extends DiffsView {
  state(): EditorState;
  /** The last text that was selected. */
  latest(): Selected | undefined;
  /** What was active lately, the last one first. */
  recent(): VaultPath[];
  /** An editor says what it shows now. What the caller may not read is left out. */
  report(session: SessionRef, kind: EditorKind, state: EditorState): void;
  open(session: SessionRef, path: VaultPath, options: OpenOptions): void;
  /** The same in front, and in the app with our plugin; false when no such app is attached. */
  show(
    session: SessionRef,
    path: VaultPath,
    options: { readonly newTab: boolean },
    signal: AbortSignal,
  ): Promise<boolean>;
  /** An app says which commands it has. */
  offerCommands(session: SessionRef, commands: readonly AppCommand[]): void;
  /** An app says what became of what it was asked. False when the answer is not wanted any more. */
  answer(session: SessionRef, call: string, answer: AppAnswer): boolean;
  /** An app waits for a person before it answers. The same result. */
  keepWaiting(session: SessionRef, call: string): boolean;
  /** Asks the editor of the note to save it; false when there was nothing to save or it did not. */
  save(path: VaultPath, signal: AbortSignal): Promise<boolean>;
  mention(mention: Mention, to: MentionTo): string[];
  listen(receiver: MentionReceiver): () => void;
  readonly sharing: SharingRules;
  /** True when assistants hear nothing about this note. */
  isWithheld(path: VaultPath): boolean;
  setSharing(rules: Partial<SharingRules>): void;
}

export interface ViewContext {
  /** Whose view it is. */
  readonly client: string;
  readonly policy: Policy;
  readonly reading: Reading;
  /** Assistants see no more of the user's screen than sharing allows. */
  readonly sharedOnly: boolean;
}

export function viewWorkspace(workspace: Workspace, context: ViewContext): WorkspaceView {
  const { editors, companions, diffs, mentions, sharing, events } = workspace;
  const { client, policy, reading, sharedOnly } = context;

  const mode = () => (sharedOnly ? sharing.rules.mode : 'selection');

  return {
    ...viewDiffs(diffs, context),
    state() {
      if (mode() === 'off') return nothingOpen;
      const seen = visible(editors.state(), policy);
      return mode() === 'file' ? { ...seen, selection: undefined, text: '' } : seen;
    },
    latest() {
      const latest = mode() === 'selection' ? editors.latest() : undefined;
      return latest && policy.mayRead(latest.path) ? latest : undefined;
    },
    recent: () => (mode() === 'off' ? [] : editors.recent().filter((path) => policy.mayRead(path))),
    report(session, kind, state) {
      if (kind === 'plugin') companions.attach(session);
      editors.report(session, { kind, client }, visible(state, policy));
    },
    open(session, path, options) {
      policy.requireRead(path);
      editors.open(session, path, options);
      const { selection } = options;
      if (options.front)
        events.emit({ kind: 'open-wanted', path, ...(selection && { selection }) });
    },
    async show(session, path, { newTab }, signal) {
      policy.requireRead(path);
      editors.open(session, path, { front: true });
      const { isAttached } = companions;
      if (isAttached) await companions.open(path, { newTab }, signal);
      else events.emit({ kind: 'open-wanted', path, newTab });
      return isAttached;
    },
    offerCommands: (session, commands) => companions.offer(session, commands),
    answer: (session, call, answer) => companions.answer(session, call, answer),
    keepWaiting: (session, call) => companions.keepWaiting(session, call),
    async save(path, signal) {
      policy.requireRead(path);
      if (!editors.isDirty(path)) return false;
      const wait = { ms: workspaceLimits.saveMs, signal };
      const saved = waitUntilSaved(() => !editors.isDirty(path), wait);
      events.emit({ kind: 'save-wanted', path });
      return saved;
    },
    mention(mention, to) {
      if (reading.stat(mention.path) === undefined) {
        throw noSuchFile(mention.path, { hint: 'Check the name of the note.' });
      }
      return mentions.send(mention, to);
    },
    listen: (receiver) => mentions.listen(receiver),
    get sharing() {
      return sharing.rules;
    },
    isWithheld: (path) => sharing.rules.mode === 'off' || sharing.withholds(path),
    setSharing: (rules) => sharing.set(rules),
  };
}

function viewDiffs(diffs: Diffs, { client, policy, reading }: ViewContext): DiffsView {
  const requireDiff = (id: string) => {
    const found = diffs.find(id);
    if (found !== undefined && policy.mayRead(found.path)) return found;
    throw new VaultError('not-found', `No diff ${id} is open.`, {
      hint: 'It may have been decided already. List the open ones.',
    });
  };
  return {
    attachViewer: (session, reason) => diffs.attachViewer(session, reason),
    detachViewer: (session, reason) => diffs.detachViewer(session, reason),
    async propose(session, proposal) {
      policy.requireRead(proposal.path);
      return diffs.open(session, proposal);
    },
    diffs: () => diffs.list().filter(({ path }) => policy.mayRead(path)),
    async diff(id) {
      const { text: newText, ...info } = requireDiff(id);
      return { ...info, oldText: await readIfThere(reading, info.path), newText };
    },
    resolve(id, end) {
      requireDiff(id);
      diffs.resolve(id, end, client);
    },
    withdraw: (session, title) => diffs.close(session.id, title),
    withdrawAll: (session) => diffs.closeAll(session.id),
  };
}

function visible(state: EditorState, policy: Policy): EditorState {
  if (policy.isOpen) return state;
  const may = (path: VaultPath) => policy.mayRead(path);
  const { active, open, dirty } = state;
  const lists = { open: open.filter(may), dirty: dirty.filter(may) };
  return active === undefined || may(active)
    ? { ...state, ...lists }
    : { ...nothingOpen, ...lists };
}

async function readIfThere(reading: Reading, path: VaultPath): Promise<string> {
  try {
    return (await reading.read(path, limits.noteBytesMax)).bytes.toString();
  } catch (thrown) {
    if (isVaultError(thrown) && thrown.code === 'not-found') return '';
    throw thrown;
  }
}
