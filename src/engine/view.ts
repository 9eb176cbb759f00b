import type { Caller } from '../contract/callers.ts';
import type { VaultChange } from '../contract/events.ts';
import type { Clock } from '../kit/clock.ts';
import type { Emitter } from '../kit/emitter.ts';
import type { Hosts } from './app/hosts/host.ts';
import { withoutApp } from './app/hosts/hosts.ts';
import { viewHosts } from './app/hosts/view-hosts.ts';
import type { Periodic } from './app/periodic/periodic.ts';
import { type EditableSettings, makeEditable, type Settings } from './app/settings.ts';
import {
  createThumbnails,
  type ThumbnailMaker,
  type Thumbnails,
} from './app/thumbnails/thumbnails.ts';
import { saveFirst } from './app/workspace/unsaved.ts';
import { viewWorkspace, type WorkspaceView } from './app/workspace/view.ts';
import type { Workspace } from './app/workspace/workspace.ts';
import { createNotes, type Notes } from './changes/notes.ts';
import { createRefactoring, type Refactoring } from './changes/refactoring.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import {
  createKnown,
  createKnownTexts,
  createListedPaths,
  type Known,
  type KnownTexts,
  type ListedPaths,
} from './knowledge/known.ts';
import { type LintView, viewLint } from './knowledge/lint/lint-view.ts';
import type { createQueryHub } from './knowledge/query/queries.ts';
import type { Queries } from './knowledge/query/questions.ts';
import type { RegexRunner } from './knowledge/search/regex/regex-runner.ts';
import { type Approvals, createApprovals } from './store/approvals/approvals.ts';
import { createApprovedSteps, findNeed } from './store/approvals/approved-steps.ts';
import type { Proposals } from './store/approvals/proposals.ts';
import type { ContentCache } from './store/content-cache.ts';
import { Files } from './store/files.ts';
import { createHistory, type History } from './store/history/history.ts';
import type { Journal } from './store/journal/journal.ts';
import { type SharingView, viewSharing } from './store/ledger/sharing-view.ts';
import type { LedgerSync } from './store/ledger/sync.ts';
import { createDryRun, type PlannedChange } from './store/steps/dry-run.ts';
import type { Steps } from './store/steps/steps.ts';
import type { Root } from './store/vault/anchor.ts';
import { type Closing, createPolicy, type Policy } from './store/vault/policy.ts';
import { createReading, type Reading } from './store/vault/reading.ts';
import { type CachedReading, createCachedReading } from './watch/cached-reading.ts';
import { type ChangeLog, createRecentChanges, type RecentChanges } from './watch/change-log.ts';
import { withLedgerCursor } from './watch/shared-changes.ts';
import { createViewChanges, type ViewChanges } from './watch/view-changes.ts';

/** The engine as one caller may see it, its events included. Whatever a caller can reach is here. */
export interface View extends ViewChanges {
  readonly vault: Reading & CachedReading & Files;
  readonly notes: Notes;
  readonly history: History;
  /** Changes that wait for a person. */
  readonly approvals: Approvals;
  readonly thumbnails: Thumbnails;
  readonly policy: Policy;
  readonly workspace: WorkspaceView;
  readonly hosts: Hosts;
  readonly lint: LintView;
  /** What has changed lately. */
  readonly changes: RecentChanges;
  /** Which files there are, as fresh as the disk: for questions that need nothing else. */
  listed(): Promise<ListedPaths>;
  /** The same with the texts of notes. */
  texts(): Promise<KnownTexts>;
  /** What is known of the notes, as fresh as the disk. */
  known(): Promise<Known>;
  readonly refactoring: Refactoring;
  readonly vaultName: string;
  readonly settings: EditableSettings;
  readonly periodic: Periodic;
  readonly regex: RegexRunner;
  readonly queries: Queries;
  /** How the vault is shared with other machines; undefined when it is not. */
  readonly sharing: SharingView | undefined;
}

/** What all views of an engine have in common. */
export interface ViewParts {
  readonly root: Root;
  readonly name: string;
  readonly journal: Journal;
  readonly steps: Steps;
  readonly proposals: Proposals;
  readonly clock: Clock;
  readonly indexedChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly fileChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly recent: ChangeLog;
  /** Opens the index when it is first asked for. */
  openKnowledge(): Knowledge;
  /** Undefined until it is open. */
  findKnowledge(): Knowledge | undefined;
  readonly contents: ContentCache;
  readonly workspace: Workspace;
  readonly closing: Closing;
  readonly settings: Settings;
  readonly configFolder: string | undefined;
  readonly makeThumbnail: ThumbnailMaker;
  readonly hosts: Hosts;
  readonly periodic: Periodic;
  readonly regex: RegexRunner;
  readonly queries: ReturnType<typeof createQueryHub>;
  readonly sharing: LedgerSync | undefined;
}

export interface ViewOptions {
  /** The session that the view is for. */
  readonly session?: string | undefined;
  /** A dry run: changes are planned and reported, and nothing is written. */
  readonly onPlanned?: ((change: PlannedChange) => void) | undefined;
}

/** For files of the app's own, which no policy of paths is about. */
const everything = createPolicy({ hidden: true });

export function createView(
  parts: ViewParts,
  { protocol, client, policy: rules }: Caller,
  { session, onPlanned }: ViewOptions = {},
): View {
  const { root, journal, workspace, proposals, clock, openKnowledge } = parts;
  const sharedOnly = rules.sharedOnly === true;
  const policy = createPolicy(rules, parts.closing);
  const by = { protocol, client };
  const machine = parts.sharing?.machineName;
  const needsApproval = findNeed(rules) !== undefined;
  const made = saveFirst(parts.steps, { root, workspace, session });
  const steps =
    onPlanned === undefined
      ? createApprovedSteps(made, rules, proposals.add)
      : createDryRun(root, onPlanned);
  const files = new Files({ root, steps, policy, by });
  const appFiles = new Files({ root, steps, policy: everything, by });
  const reading = createReading(root, policy);
  const watcher = () => parts.findKnowledge()?.watcher;
  const cached = createCachedReading({ root, policy, reading, contents: parts.contents, watcher });
  const facts = () => openKnowledge().facts();
  const linter = async (budgetMs: number) => (await openKnowledge().factsWithin(budgetMs))?.linter;
  // What is shared with assistants may change at any time, so nothing is kept for them.
  const kept = sharedOnly ? undefined : {};
  const hosts = viewHosts(parts.hosts, workspace.companions, { client, session });
  const streams = { seen: parts.fileChanges, indexed: parts.indexedChanges };
  return {
    ...createViewChanges(streams, policy),
    vault: Object.assign(files, reading, cached),
    notes: createNotes(reading, cached, files),
    history: createHistory({ root, journal, steps, policy, by, machine }),
    approvals: createApprovals({
      ...{ root, proposals, steps: made, policy, by, clock },
      mayDecide: !needsApproval && onPlanned === undefined,
    }),
    thumbnails: createThumbnails(reading, parts.makeThumbnail),
    changes: viewRecentChanges(parts, policy),
    policy,
    workspace: viewWorkspace(workspace, { client, policy, reading, sharedOnly }),
    lint: viewLint({ policy, reading, linter }),
    hosts: needsApproval ? withoutApp(hosts) : hosts,
    listed: async () => createListedPaths(await openKnowledge().paths(), policy),
    texts: async () => createKnownTexts(await openKnowledge().texts(), policy),
    known: async () => createKnown(await facts(), policy, kept),
    refactoring: createRefactoring({ facts, files, reading, policy }),
    vaultName: parts.name,
    settings: makeEditable(parts.settings, appFiles, parts.configFolder),
    periodic: parts.periodic,
    regex: parts.regex,
    queries: parts.queries.as(rules, policy),
    sharing: parts.sharing && viewSharing(parts.sharing, policy),
  };
}

function viewRecentChanges(
  { recent, openKnowledge, sharing }: ViewParts,
  policy: Policy,
): RecentChanges {
  const changes = createRecentChanges(recent, policy, () => openKnowledge().watcher);
  return sharing === undefined ? changes : withLedgerCursor(changes, sharing, policy);
}
