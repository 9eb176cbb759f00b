import { basename, resolve } from 'node:path';
import type { Caller } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { pathsOf, type VaultChange } from '../contract/events.ts';
import { limits } from '../contract/limits.ts';
import { parseVaultPath } from '../contract/paths.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import { newId } from '../kit/ids.ts';
import { type Log, silentLog } from '../kit/log.ts';
import type { HostSettings } from './app/hosts/host.ts';
import { createHosts, filesOnly } from './app/hosts/hosts.ts';
import { createPeriodic } from './app/periodic/periodic.ts';
import { createSettings } from './app/settings.ts';
import { createThumbnailMaker } from './app/thumbnails/thumbnails.ts';
import { followAcceptedEdits } from './app/workspace/accepted-edits.ts';
import { createWorkspace, toControl, type WorkspaceControl } from './app/workspace/workspace.ts';
import { type Knowledge, type KnowledgeStatus, openKnowledge } from './knowledge/knowledge.ts';
import { createQueryHub } from './knowledge/query/queries.ts';
import { createRegexRunner } from './knowledge/search/regex/regex-runner.ts';
import { createProposals, type Proposals } from './store/approvals/proposals.ts';
import { ContentCache } from './store/content-cache.ts';
import { type JournalStatus, openJournal } from './store/journal/journal.ts';
import type { Retention } from './store/journal/segment-log.ts';
import { LedgerSync, type LedgerSyncOptions } from './store/ledger/sync.ts';
import type { Recovery } from './store/steps/recover.ts';
import { createSteps } from './store/steps/steps.ts';
import { openRoot, type Root } from './store/vault/anchor.ts';
import { readFileNow, statPath } from './store/vault/disk.ts';
import { type Closing, type Ignored, parseIgnore } from './store/vault/policy.ts';
import { makeStateFolder } from './store/vault/state-folder.ts';
import { toVaultId } from './store/vault/vault-id.ts';
import { createView, type View, type ViewOptions, type ViewParts } from './view.ts';
import { createChangeLog } from './watch/change-log.ts';

export interface EngineStatus {
  readonly name: string;
  readonly id: string;
  readonly journal: JournalStatus;
  readonly recovered: Recovery;
  /** Absent until the notes are first asked about. */
  readonly knowledge: KnowledgeStatus | undefined;
}

/** One vault, for any number of callers at once. */
export interface Engine {
  readonly id: string;
  readonly name: string;
  /** As it was given: absolute and cleaned, links kept. */
  readonly root: string;
  as(caller: Caller, options?: ViewOptions): View;
  /** Batches of all changes in the order they happened, once the index includes them. */
  readonly indexedChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  /** The same, a moment earlier: the files have changed, but the notes have not been read again. */
  readonly fileChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly workspace: WorkspaceControl;
  /** What waits for a person, and what was decided. Details show in the view of a caller. */
  readonly approvals: Pick<Proposals, 'events'>;
  /** Keeps the folder and the ledger the same; undefined when the vault is not shared. */
  readonly sharing: LedgerSync | undefined;
  status(): EngineStatus;
  /** Waits for what is under way, then closes everything. */
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly root: string;
  readonly name?: string | undefined;
  /** The app's own folder inside the vault. */
  readonly configFolder?: string | undefined;
  /** Where the state of all vaults is kept; this one gets a folder in it. */
  readonly stateDir: string;
  readonly durability?: 'fsync' | 'rename' | undefined;
  readonly retention?: Retention | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  /** Watch and read the vault from the start, instead of when it is first asked about. */
  readonly live?: boolean | undefined;
  /** Ways to an app; only the files when absent. */
  readonly hosts?: HostSettings | undefined;
  /** Where the vault is shared with other machines. */
  readonly ledger?: LedgerSettings | undefined;
}

/** A shared vault: the ledger, who this machine is in it, and which files stay here. */
export type LedgerSettings = Pick<LedgerSyncOptions, 'ledger' | 'machine' | 'local' | 'waitMs'>;

/** Old history may stay a little longer than its bounds say. */
const pruneEveryMs = 60 * 60 * 1000;

const ignoreFile = parseVaultPath('.vaultdignore');
const dayMs = 24 * 60 * 60 * 1000;
const defaultRetention: Retention = {
  ageMsMax: limits.historyAgeDaysMax * dayMs,
  bytesMax: limits.historyBytesMax,
};

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { durability = 'fsync', retention = defaultRetention, clock = systemClock } = options;
  const { log = silentLog } = options;
  const root = openVaultRoot(options.root);
  const id = toVaultId(root.real);
  const folder = makeStateFolder(options.stateDir, id);
  const now = () => clock.now();
  const changes = createChanges({ root, vaultId: id, folder, now, log });
  const journal = openJournal({ folder: `${folder}/journal`, durability, retention, now });
  const { onChanges } = changes;
  const place = { folder: `${folder}/ledger`, root, journal, clock, log };
  const sharing = options.ledger && new LedgerSync({ ...options.ledger, ...place });
  const steps = createSteps({ root, journal, durability, clock, onChanges, share: sharing });
  sharing?.attach(steps);
  const recovered = await steps.recover();
  logRecovery(recovered, log);
  const opened = { root, folder, journal, steps, changes, sharing };
  const parts = createParts({ ...options, clock }, opened);
  const { name, workspace, queries, regex, indexedChanges, fileChanges } = parts;
  const stopFollowing = followAcceptedEdits(workspace, {
    root,
    clock,
    changes: indexedChanges,
    adopt: steps.adopt,
    onError: changes.onListenerError,
  });
  if (options.live) parts.openKnowledge();
  const stopSharing = options.live && sharing?.start(fileChanges, retention);
  const pruning = setInterval(() => journal.prune(), pruneEveryMs).unref();
  return {
    id,
    name,
    root: root.path,
    indexedChanges,
    fileChanges,
    workspace: toControl(workspace),
    approvals: parts.proposals,
    sharing,
    as: (caller, options) => createView(parts, caller, options),
    status: () => ({
      name,
      id,
      journal: journal.status(),
      recovered,
      knowledge: parts.findKnowledge()?.status(),
    }),
    async close() {
      clearInterval(pruning);
      queries.close();
      stopFollowing();
      workspace.close();
      if (stopSharing) stopSharing();
      await steps.close();
      await sharing?.close();
      await parts.findKnowledge()?.close();
      await regex.close();
      await journal.flush();
      journal.close();
    },
  };
}

/** The changes of a vault, and the index that is kept in step with them. */
type Changes = Pick<
  ViewParts,
  'openKnowledge' | 'findKnowledge' | 'recent' | 'indexedChanges' | 'fileChanges'
> & { onChanges(batch: readonly VaultChange[]): void; onListenerError(thrown: unknown): void };

interface ChangesOptions {
  readonly root: Root;
  readonly vaultId: string;
  readonly folder: string;
  readonly now: () => number;
  readonly log: Log;
}

function createChanges(options: ChangesOptions): Changes {
  const onListenerError = (thrown: unknown) =>
    options.log.error('a listener failed', { error: String(thrown) });
  const fileChanges = createEmitter<readonly VaultChange[]>(onListenerError);
  const indexedChanges = createEmitter<readonly VaultChange[]>(onListenerError);
  const recent = createChangeLog(newId(options.now()));
  indexedChanges.on(recent.append);
  let knowledge: Knowledge | undefined;
  return {
    indexedChanges,
    fileChanges,
    recent,
    findKnowledge: () => knowledge,
    openKnowledge() {
      const listeners = { seen: fileChanges.emit, emit: indexedChanges.emit };
      knowledge ??= openKnowledge({ ...options, ...listeners });
      return knowledge;
    },
    /** The watcher reports our own changes, once, and in order with those of others. */
    onChanges(batch) {
      if (knowledge === undefined) {
        fileChanges.emit(batch);
        indexedChanges.emit(batch);
      } else for (const change of batch) knowledge.watcher.recordOwnChange(change);
    },
    onListenerError,
  };
}

function logRecovery({ finished, rolledBack, problems }: Recovery, log: Log): void {
  if (finished + rolledBack === 0) return;
  log.warn('ended what a crash had interrupted', {
    finished,
    rolledBack,
    problems: problems.length,
  });
}

/** What all views share. */
function createParts(
  { clock, ...options }: EngineOptions & { readonly clock: Clock },
  {
    changes,
    folder,
    ...opened
  }: Pick<ViewParts, 'root' | 'journal' | 'sharing' | 'steps'> & {
    changes: Changes;
    folder: string;
  },
): ViewParts {
  const { root } = opened;
  const { indexedChanges, onListenerError } = changes;
  const { configFolder, hosts = filesOnly, name = basename(root.path) } = options;
  const settings = createSettings(root, configFolder);
  const workspace = createWorkspace({ root, clock, changes: indexedChanges, onListenerError });
  return {
    ...opened,
    ...changes,
    clock,
    proposals: createProposals({
      folder: `${folder}/approvals`,
      durability: options.durability ?? 'fsync',
      journal: opened.journal,
      clock,
      onListenerError,
    }),
    name,
    workspace,
    closing: { ...createIgnore(root, indexedChanges), withheld: workspace.sharing.withholds },
    contents: new ContentCache(() => clock.now()),
    settings,
    configFolder,
    makeThumbnail: createThumbnailMaker(`${folder}/thumbnails`),
    hosts: createHosts({ settings: hosts, root: root.path, vaultName: name, clock }),
    periodic: createPeriodic({ root, readConfig: settings.read, clock }),
    regex: createRegexRunner(),
    queries: createQueryHub({
      facts: () => changes.openKnowledge().facts(),
      changes: indexedChanges,
      readConfig: settings.read,
      clock,
    }),
  };
}

function openVaultRoot(path: string): Root {
  try {
    const root = openRoot(resolve(path));
    if (statPath(root, parseVaultPath(''))?.stat.type === 'folder') return root;
  } catch {
    // The error below says so.
  }
  const message = `There is no folder ${JSON.stringify(path)} to serve as a vault.`;
  throw new VaultError('not-found', message, {
    hint: 'Name an existing folder of Markdown notes.',
  });
}

/** The vault's own ignore file, read again when it changes. */
function createIgnore(
  root: Root,
  changes: Pick<Emitter<readonly VaultChange[]>, 'on'>,
): Pick<Required<Closing>, 'ignored' | 'isIgnoring'> {
  const load = (): Ignored | undefined => {
    try {
      return parseIgnore(readFileNow(root, ignoreFile, limits.smallFileBytesMax).bytes.toString());
    } catch {
      return undefined;
    }
  };
  let current = load();
  changes.on((batch) => {
    if (batch.some((change) => pathsOf(change).includes(ignoreFile))) current = load();
  });
  return {
    ignored: (path) => current?.(path) === true,
    isIgnoring: () => current !== undefined,
  };
}
