import { basename, resolve } from 'node:path';
import type { Caller } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { pathsOf, type VaultChange } from '../contract/events.ts';
import { limits } from '../contract/limits.ts';
import { parseVaultPath, type VaultPath } from '../contract/paths.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import { newId } from '../kit/ids.ts';
import { type Log, silentLog } from '../kit/log.ts';
import type { HostSettings, Hosts } from './app/hosts/host.ts';
import { createHosts, filesOnly } from './app/hosts/hosts.ts';
import { createPeriodic, type Periodic } from './app/periodic/periodic.ts';
import { createSettings, type EditableSettings, makeEditable } from './app/settings.ts';
import {
  createThumbnailMaker,
  createThumbnails,
  type Thumbnails,
} from './app/thumbnails/thumbnails.ts';
import { viewWorkspace, type WorkspaceView } from './app/workspace/view.ts';
import { createWorkspace, toControl, type WorkspaceControl } from './app/workspace/workspace.ts';
import { createNotes, type Notes } from './changes/notes.ts';
import { createRefactoring, type Refactoring } from './changes/refactoring.ts';
import { createKnown, type Known } from './knowledge/knowing.ts';
import { type Knowledge, type KnowledgeStatus, openKnowledge } from './knowledge/knowledge.ts';
import { type LintView, viewLint } from './knowledge/lint/lint-view.ts';
import { createQueryHub } from './knowledge/query/queries.ts';
import type { Queries } from './knowledge/query/questions.ts';
import { createRegexRunner, type RegexRunner } from './knowledge/search/regex/regex-runner.ts';
import { createContentCache } from './store/content-cache.ts';
import { createFiles, type Files } from './store/files.ts';
import { createHistory, type History } from './store/history/history.ts';
import { type JournalStatus, openJournal } from './store/journal/journal.ts';
import type { Retention } from './store/journal/segment-log.ts';
import { createDryRun, type PlannedChange } from './store/steps/dry-run.ts';
import type { Recovery } from './store/steps/recover.ts';
import { createSteps } from './store/steps/steps.ts';
import { openRoot, type Root } from './store/vault/anchor.ts';
import { readFileNow, statPath, walkFolder } from './store/vault/disk.ts';
import {
  type Closing,
  createPolicy,
  type Ignored,
  type Policy,
  parseIgnore,
} from './store/vault/policy.ts';
import { createReading, type Reading } from './store/vault/reading.ts';
import { makeStateFolder } from './store/vault/state-folder.ts';
import { toVaultId } from './store/vault/vault-id.ts';
import { createChangeLog } from './watch/change-log.ts';
import { createQuickReading, type QuickReading } from './watch/quick-reading.ts';
import { createRecentChanges, type RecentChanges } from './watch/recent-changes.ts';
import { createViewChanges, type ViewChanges } from './watch/view-changes.ts';

/** The engine as one caller may use it. Whatever a caller can reach is here. */
export interface View extends ViewChanges {
  readonly vault: Reading & QuickReading & Files;
  readonly notes: Notes;
  readonly history: History;
  readonly thumbnails: Thumbnails;
  readonly policy: Policy;
  readonly workspace: WorkspaceView;
  readonly hosts: Hosts;
  readonly lint: LintView;
  /** What has changed lately. */
  readonly changes: RecentChanges;
  /** What is known of the notes, as fresh as the disk. */
  known(): Promise<Known>;
  readonly refactoring: Refactoring;
  readonly vaultName: string;
  readonly settings: EditableSettings;
  readonly periodic: Periodic;
  readonly regex: RegexRunner;
  readonly queries: Queries;
}

export interface EngineStatus {
  readonly name: string;
  readonly id: string;
  readonly journal: JournalStatus;
  readonly recovered: Recovery;
  /** Absent as long as nobody asked about the notes. */
  readonly knowledge: KnowledgeStatus | undefined;
}

/** One vault, for any number of callers at once. */
export interface Engine {
  readonly id: string;
  readonly name: string;
  /** As it was given: absolute and cleaned, links kept. */
  readonly root: string;
  /** With `onPlanned` it is a dry run: changes are planned and reported, and nothing is written. */
  as(caller: Caller, onPlanned?: (change: PlannedChange) => void): View;
  /** Batches of all changes in the order they happened, once the index includes them. */
  readonly indexedChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  /** The same, a moment earlier: the files have changed, but the notes have not been read again. */
  readonly fileChanges: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly workspace: WorkspaceControl;
  status(): EngineStatus;
  /** Waits for what is under way, then lets go of everything. */
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly root: string;
  readonly name?: string | undefined;
  /** The app's own folder inside the vault. */
  readonly configFolder?: string | undefined;
  /** Where the state of all vaults lies; this one gets a folder in it. */
  readonly stateDir: string;
  readonly durability?: 'fsync' | 'rename' | undefined;
  readonly retention?: Retention | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  /** Watch and read the vault from the start, instead of when somebody first asks about it. */
  readonly live?: boolean | undefined;
  /** Ways to an app; only the files when absent. */
  readonly hosts?: HostSettings | undefined;
}

/** Old history may stay a little longer than its bounds say. */
const pruneEveryMs = 60 * 60 * 1000;

/** For files of the app's own, which no policy of paths is about. */
const everything = createPolicy({ hidden: true });

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
  const journal = openJournal({ folder: `${folder}/journal`, durability, retention, now });
  const onListenerError = (thrown: unknown) =>
    log.error('a listener failed', { error: String(thrown) });
  const indexedChanges = createEmitter<readonly VaultChange[]>(onListenerError);
  const fileChanges = createEmitter<readonly VaultChange[]>(onListenerError);
  const recent = createChangeLog(newId(now()));
  indexedChanges.on(recent.note);
  let knowledge: Knowledge | undefined;
  const know = (): Knowledge => {
    const tell = { seen: fileChanges.emit, emit: indexedChanges.emit };
    knowledge ??= openKnowledge({ root, vaultId: id, folder, now, log, ...tell });
    return knowledge;
  };
  /** The watcher tells what we did, once, and in order with what others did. */
  const onChanges = (batch: readonly VaultChange[]): void => {
    if (knowledge === undefined) {
      fileChanges.emit(batch);
      indexedChanges.emit(batch);
    } else for (const change of batch) knowledge.watcher.note(change);
  };
  const steps = createSteps({ root, journal, durability, clock, onChanges });
  const recovered = await steps.recover();
  if (recovered.finished + recovered.takenBack > 0) {
    const { finished, takenBack, problems } = recovered;
    log.warn('ended what a crash had interrupted', {
      finished,
      takenBack,
      problems: problems.length,
    });
  }
  const workspace = createWorkspace({ root, clock, changes: indexedChanges, onListenerError });
  const closing = { ...createIgnore(root, indexedChanges), withheld: workspace.sharing.withholds };
  if (options.live) know();
  const pruning = setInterval(() => journal.prune(), pruneEveryMs).unref();
  const makeThumbnail = createThumbnailMaker(`${folder}/thumbnails`);
  const contents = createContentCache(now, {
    bytesMax: limits.contentCacheBytesMax,
    fileBytesMax: limits.contentCacheFileBytesMax,
  });
  const watcher = () => knowledge?.watcher;
  const settings = createSettings(root, options.configFolder);
  const regex = createRegexRunner();
  const queries = createQueryHub({
    facts: () => know().fresh(),
    changes: indexedChanges,
    readConfig: settings.read,
    clock,
  });
  const isFile = (path: VaultPath) => statPath(root, path)?.stat.type === 'file';
  const periodic = createPeriodic({
    readConfig: settings.read,
    isFile,
    *filesBelow(folder) {
      if (statPath(root, folder)?.stat.type !== 'folder') return;
      for (const { path, stat } of walkFolder(root, folder, { recursive: true }))
        if (stat.type === 'file') yield path;
    },
    clock,
  });
  const name = options.name ?? basename(root.path);
  const settingsOfHosts = options.hosts ?? filesOnly;
  const hosts = createHosts({ settings: settingsOfHosts, root: root.path, vaultName: name, clock });

  return {
    id,
    name,
    root: root.path,
    indexedChanges,
    fileChanges,
    workspace: toControl(workspace),
    as({ protocol, client, policy: rules }, onPlanned) {
      const policy = createPolicy(rules, closing);
      const by = { protocol, client };
      const own = onPlanned === undefined ? steps : createDryRun(root, onPlanned);
      const files = createFiles({ root, steps: own, policy, by });
      const reading = createReading(root, policy);
      // What is shared with assistants may change at any time, so nothing is kept for them.
      const kept = rules.sharedOnly === true ? undefined : {};
      const known = async () => createKnown(await know().fresh(), policy, kept);
      const rearranging = { facts: () => know().fresh(), files, reading, policy };
      const quick = createQuickReading({ root, policy, reading, contents, watcher });
      return {
        vault: { ...reading, ...quick, ...files },
        notes: createNotes(reading, quick, files),
        history: createHistory({ root, journal, steps: own, policy, by }),
        thumbnails: createThumbnails(reading, makeThumbnail),
        changes: createRecentChanges(recent, policy, () => know().watcher),
        ...createViewChanges({ seen: fileChanges, indexed: indexedChanges }, policy),
        policy,
        workspace: viewWorkspace(workspace, {
          policy,
          reading,
          sharedOnly: rules.sharedOnly === true,
        }),
        lint: viewLint({
          policy,
          reading,
          linter: async (budgetMs) => (await know().within(budgetMs))?.linter,
        }),
        hosts,
        known,
        refactoring: createRefactoring(rearranging),
        vaultName: name,
        settings: makeEditable(
          settings,
          createFiles({ root, steps: own, policy: everything, by }),
          options.configFolder,
        ),
        periodic,
        regex,
        queries: queries.as(rules, policy),
      };
    },
    status: () => ({
      name,
      id,
      journal: journal.status(),
      recovered,
      knowledge: knowledge?.status(),
    }),
    async close() {
      clearInterval(pruning);
      queries.close();
      workspace.close();
      await steps.close();
      await knowledge?.close();
      await regex.close();
      await journal.flush();
      journal.close();
    },
  };
}

function openVaultRoot(path: string): Root {
  try {
    const root = openRoot(resolve(path));
    if (statPath(root, parseVaultPath(''))?.stat.type === 'folder') return root;
  } catch {
    // Said below, in words.
  }
  throw new VaultError(
    'not-found',
    `There is no folder ${JSON.stringify(path)} to serve as a vault.`,
    {
      hint: 'Name an existing folder of Markdown notes.',
    },
  );
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
