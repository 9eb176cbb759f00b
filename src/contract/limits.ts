import { queryLimits } from './query-limits.ts';

/** Everything has a limit with a name. Sizes are bytes unless the name says otherwise. */
export const limits = {
  /** One component of a path, as file systems count it. */
  nameBytesMax: 255,
  pathBytesMax: 4096,
  /** Files up to this size are read in one synchronous call; larger ones go through threads. */
  smallFileBytesMax: 256 * 1024,
  /** The largest file that is held in memory as a whole. */
  wholeFileBytesMax: 256 * 1024 * 1024,
  /** Notes above this size are files to us: readable, but not parsed or indexed. */
  noteBytesMax: 32 * 1024 * 1024,
  /** Old and new content above this size is kept as a file of its own instead of in the pack. */
  journalInlineBytesMax: 256 * 1024,
  /** New files of a vault that stay open until they are on disk; more are opened again for it. */
  unsyncedOpenMax: 256,
  journalSegmentBytesMax: 32 * 1024 * 1024,
  /** How many records of the journal are written between two checkpoints; the next start goes on from the last. */
  journalCheckpointRecords: 1000,
  /** History is removed by whole segments, so each spans this part of the time that it is kept. */
  journalSegmentsPerAge: 12,
  /** Default bounds of history. */
  historyAgeDaysMax: 180,
  historyBytesMax: 1024 * 1024 * 1024,
  /** Characters of what a step says about itself, and of the name of the client that made it. */
  stepWhyLengthMax: 500,
  clientNameLengthMax: 200,
  /** Texts with more lines than this together are compared as wholes. */
  hunkLinesMax: 40_000,
  /** Operations in one step. */
  stepOperationsMax: 100_000,
  /** How often progress of a step is reported. */
  progressEveryMs: 100,
  /** Steps on one page of the history. */
  historyPageMax: 1000,
  /** Steps, and bytes of their contents, on one page of an export. */
  exportStepsMax: 500,
  exportBytesMax: 4 * 1024 * 1024,
  /** Characters of the diff in the answer to a dry run over many notes. */
  bulkDiffUnitsMax: 200_000,
  /** How long a caller waits for another process that is writing to the same vault. */
  commitLockWaitMs: 10_000,
  /** The largest message body that goes either way at the remote protocol. */
  replyBytesMax: 16 * 1024 * 1024,
  /** The largest part of a file in one reply, so that its base64 fits. */
  readBytesMax: 12_500_000,
  /** A page of a listing ends before it reaches this size, or this many entries. */
  pageBytesMax: 12 * 1024 * 1024,
  walkEntriesMax: 50_000,
  /** Files in one page of a listing. */
  filesListedMax: 1000,
  /** A request without a deadline of its own ends after this. */
  requestMs: 120_000,

  /** Paths whose last change is remembered, and changes on one page. */
  changesLoggedMax: 100_000,
  changesPageMax: 10_000,
  /** Changes of one batch that are sent with a hash, in addition to our own. */
  changesHashedMax: 256,
  /** Notes whose last etag is kept for the events of the local wire. */
  etagsKeptMax: 20_000,
  /** Paths in one request that asks for many. */
  manyPathsMax: 10_000,
  /** Notes whose metadata fit on one page. */
  metadataNotesMax: 5000,

  /** Contents of small files that are kept in memory as long as the files stay the same. */
  contentCacheBytesMax: 8 * 1024 * 1024,
  contentCacheFileBytesMax: 64 * 1024,

  /** Pictures that are being decoded, all together: four bytes of memory for each pixel. */
  thumbnailPixelsMax: 100_000_000,
  thumbnailSourceBytesMax: 64 * 1024 * 1024,
  thumbnailCacheBytesMax: 200 * 1024 * 1024,

  /** A user's regular expression: characters of the pattern, and how long one run may take. */
  regexLengthMax: 1024,
  regexMs: 2_000,
  /** Runs that are proven to take fewer steps than this need no thread of their own. */
  regexInlineStepsMax: 500_000,
  regexWorkersMax: 2,
  regexIdleMs: 10_000,

  ...queryLimits,

  /** What a pattern of the vault's excluded files may cost on a path of the length judged. */
  excludePathLength: 256,
  excludeStepsMax: 5_000_000,
  /** Paths that are listed when a name is not clear, and offered when it is not known. */
  nameMatchesMax: 50,
  nameSuggestionsMax: 5,

  /** Entries of one listing of notes, its levels, and characters of a regular expression for names. */
  listEntriesMax: 1000,
  listDepthMax: 20,
  namePatternCharactersMax: 256,
  /** Paths offered instead of one that is not there. */
  suggestionsMax: 5,
  /** Warnings that an edit gives, and characters of a heading that one of them names. */
  editWarningsMax: 8,
  editWarningNameMax: 60,
  /** Tags in one answer. */
  tagsMax: 10_000,
  /** Paths that one answer lists, and entries that say more than a path, such as tasks and links. */
  answerPathsMax: 100_000,
  answerEntriesMax: 10_000,
  /** Notes on a page of search results: as usual, and at most. */
  searchPageDefault: 100,
  searchPageMax: 200,
  /** How long a confirmation to delete stays good. */
  consentMs: 600_000,
} as const;

/** The local wire. Each of them can be configured. */
export const wireLimits = {
  /** One line from a client, without its line feed. */
  requestBytesMax: 16 * 1024 * 1024,
  /** How deep objects and arrays of a request may be nested. */
  requestDepthMax: 256,
  /** One line to a client, and how deep a client lets it be nested. */
  answerBytesMax: 64 * 1024 * 1024,
  answerDepthMax: 1000,
  /** Requests of one connection that run at the same time; more wait in the socket. */
  inFlightMax: 64,
  connectionsMax: 64,
  /** Characters of the name that a client gives itself, and of its version. */
  clientNameLengthMax: 100,
  /** How many malformed lines in a row close the connection. */
  malformedMax: 5,
  /** Events that wait for a client which does not read. */
  eventsQueuedMax: 1024,
  eventBytesQueuedMax: 4 * 1024 * 1024,
  /** Events that wait for a client which reads, but slower than they are made at the moment. */
  burstEventsMax: 65_536,
  burstBytesMax: 16 * 1024 * 1024,
  /** A client that took no byte for this long does not read. */
  slowAfterMs: 1000,
  /** Everything that waits for one client. Beyond it the connection is destroyed. */
  unsentBytesMax: 64 * 1024 * 1024,
  /** A client that took no byte for this long, although something waits, is gone. */
  stalledAfterMs: 30_000,
  /** Events kept for clients that come back. */
  replayEventsMax: 4096,
  replayBytesMax: 4 * 1024 * 1024,
  subscriptionsMax: 256,
  /** How long a handler may take when its method says nothing else. */
  handlerMs: 30_000,
  /** How long running handlers may finish once the daemon stops. */
  shutdownGraceMs: 5000,
  /** How long the last lines may take to leave, and how long peers may take to hang up. */
  flushMs: 1000,
  hangUpMs: 500,
  /** Unix socket paths hold 104 bytes on some systems, one of them for the terminator. */
  socketPathBytesMax: 103,
} as const;
export type WireLimits = { readonly [name in keyof typeof wireLimits]: number };

/** Search. */
export const searchLimits = {
  /** Texts in one block. */
  blockBytesMax: 28 * 1024 * 1024,
  blockNotesMax: 65_536,
  /** Changed notes are put into a block in a quiet moment; more than this at a start are read as blocks. */
  looseNotesMax: 256,
  /** Up to this many are not worth a block when nothing else asks for one. */
  looseNotesUnpackedMax: 16,
  idleMs: 1_000,
  /** Notes on a page of results, places shown of one of them, and lines around each place. */
  pageMax: 1_000,
  matchesPerNoteMax: 1_000,
  contextLinesMax: 20,
  /** Notes in one answer with all places of each, and characters around these places. */
  allMatchesNotesMax: 10_000,
  allMatchesUnitsMax: 32 * 1024 * 1024,
  termsMax: 64,
  /** Words of a question that are ranked by; later ones are left out. */
  rankedTermsMax: 256,
  termLengthMax: 4_096,
  /** Related notes in one answer. */
  relatedMax: 100,
  /** A note with more links, or linked from more notes, says little about what they have in common. */
  relatedLinksMax: 300,
} as const;

/** The IDE protocol. */
export const ideLimits = {
  connectionsMax: 10,
  /** Sockets that have not become WebSockets yet; more are closed at once. */
  handshakesMax: 20,
  upgradeMs: 5000,
  headerBytesMax: 16 * 1024,
  headersMax: 100,
  tokenLengthMin: 10,
  tokenLengthMax: 500,
  tokenAgeMsMax: 30 * 24 * 60 * 60 * 1000,
  /** After this many refusals within this time, further ones get no answer for as long. */
  refusalsMax: 20,
  refusalWindowMs: 10_000,
  /** How long a client may take to begin. */
  initializeMs: 30_000,
  /** One message; a proposed change carries the whole file. */
  messageBytesMax: 10 * 1024 * 1024,
  /** One frame that we send. Clients send a message as one frame, whatever its length. */
  frameBytesMax: 1024 * 1024,
  jsonDepthMax: 64,
  /** Requests of one client that are worked on at the same time. */
  inWorkMax: 64,
  errorsInARowMax: 100,
  /** Above the first, only the newest selection waits; above the second, the client is given up. */
  unsentBytesBeforeHolding: 1024 * 1024,
  unsentBytesMax: 32 * 1024 * 1024,
  selectionBytesMax: 64 * 1024,
  /** When the window of a client is ready to get selections, and when the first is repeated. */
  readyAfterToolsMs: 400,
  readyAfterInitializedMs: 1500,
  repeatFirstMs: 1200,
  mentionsQueuedMax: 20,
  mentionWaitMsMax: 10_000,
  mentionGapMs: 25,
  mentionsPerSecondMax: 50,
  pingMs: 30_000,
  pingMsMin: 100,
  /** How long a client may take to say goodbye. */
  closeMs: 1000,
  diagnosedFilesMax: 200,
  diagnosticsMax: 2000,
  /** Clients that wait longer for diagnostics stop asking. */
  diagnosticsMs: 80,
  instructionsLengthMax: 1500,
  ideNameLengthMax: 64,
  /** How much of an unknown method's or tool's name an error repeats. */
  shownNameLengthMax: 100,
  /** How much of the name and the version of a client is kept; a longer title of a diff is refused. */
  clientNameLengthMax: 200,
  tabNameLengthMax: 1024,
} as const;
export type IdeLimits = { readonly [name in keyof typeof ideLimits]: number };

/** The watcher. */
export const watchLimits = {
  /** How long a job of the watcher may block the event loop at a time. */
  sliceMs: 4,
  /** Pause between two slices of a job that no caller waits for. */
  idlePauseMs: 25,
  /** Debounce: a change that may be half of a rename waits for this much quiet, and at most this long. */
  quietMs: 20,
  delayMsMax: 100,
  /** More changes than this within that time are emitted in batches only. */
  immediateMax: 32,
  /** Two writes within this time may leave the same timestamp. */
  timestampGranularityMs: 20,
  /** How long the event of a cookie may take before events count as lost. */
  cookieMs: 2000,
  /** After this time every entry is compared with the disk, whatever the events said. */
  sweepMs: 10 * 60_000,
  /** Pauses between polls where the system does not watch, and the share of time that polls may take. */
  pollMsMin: 1000,
  pollMsMax: 60_000,
  pollShare: 0.05,
  /** How soon a watch is requested again from a system that had no more to give. */
  retryMs: 60_000,
  /** How often a missing vault folder is checked for. */
  rootMs: 500,
} as const;

/** The remote protocol. */
export const remoteLimits = {
  /** One message from a client, and one to it: its own limit is the same. */
  frameBytesMax: limits.replyBytesMax,
  headerBytesMax: 8 * 1024,
  /** One message of a client before it has sent the token, and how long it may take to send it. */
  unauthenticatedFrameBytesMax: 64 * 1024,
  authenticateMs: 60_000,
  connectionsMax: 4096,
  /** What the requests under way of one connection may weigh together; more wait in the socket. */
  weightMax: 256,
  /** A request that reads or brings much weighs as many light ones. */
  heavyWeight: 64,
  heavyBytesMin: 64 * 1024,
  /** While this much waits for a client, none of its further requests is begun. */
  unsentBytesMax: 1024 * 1024,
  /** How long a connection that we ended may take to end on the other side. */
  lingerMs: 500,
  subscriptionsMax: 256,
  /** Paths whose changes wait for one subscription. Beyond it the client has to start over. */
  changesQueuedMax: 100_000,
  /** How long the deletion of a path is held back: many editors save by deleting and creating. */
  deletionDelayMs: 100,
  /** How long the id of a change is remembered for the event that it causes. */
  correlationMs: 5000,
  correlationsMax: 10_000,
  /** How long requests under way may take once the daemon stops, and when its process is gone. */
  stopMs: 1550,
  exitMs: 1700,
  /** How often the daemon checks that its socket is still its own. */
  socketCheckMs: 5000,
} as const;
export type RemoteLimits = { readonly [name in keyof typeof remoteLimits]: number };

/** What the protocols that speak HTTP have in common. */
export const httpLimits = {
  /** Requests of one connection that wait for the one before. Ordinary clients send far fewer ahead. */
  requestsWaitingMax: 64,
  /** How long a connection may be idle between two requests. */
  keepAliveMs: 30_000,
} as const;

/** The web protocol. */
export const webLimits = {
  connectionsMax: 2048,
  headerBytesMax: 16 * 1024,
  headersMax: 100,
  /** How long a request may take to arrive, its headers and all of it. */
  headersMs: 10_000,
  requestMs: 60_000,
  /** How often requests that take too long are closed. */
  lateSweepMs: 2_000,
  /** One call, or a batch of them; a note travels inside. */
  bodyBytesMax: 16 * 1024 * 1024,
  callsPerBatchMax: 32,
  /** A file that is added to the vault. */
  uploadBytesMax: 100 * 1024 * 1024,
  /** The name of an operation or a vault in a call, and the name that a page gives itself. */
  nameLengthMax: 1024,
  pageNameLengthMax: 64,
  /** How long a link works, and how many wait to be used. */
  keyMs: 10 * 60_000,
  keysMax: 16,
  /** Browsers that are logged in, and for how long when they do not come back. */
  loginsMax: 50,
  loginIdleMs: 30 * 24 * 60 * 60_000,
  /** How often it is saved that a browser came back. */
  loginSaveMs: 60 * 60_000,
  /** Pages, and how long one may be away: behind a broken stream, or when it never had one. */
  pagesMax: 64,
  pageAwayMs: 5_000,
  pageIdleMs: 60_000,
  pageSweepMs: 1_000,
  streamsMax: 64,
  /** Events that are kept for pages that come back, and changes that one event lists. */
  eventsKeptMax: 1_000,
  changesPerEventMax: 500,
  /** What may wait for a page that reads slowly, and how long it may read nothing at all. */
  unsentBytesMax: 1024 * 1024,
  stalledMs: 60_000,
  /** How often an idle stream of events gets a comment. */
  heartbeatMs: 15_000,
  /** How long requests under way may take once the protocol closes. */
  closeMs: 1_000,
  /** Parts in which a file is read and sent. */
  filePartBytes: 1024 * 1024,
  /** Wrong links and cookies from other machines within this time; more of them are told to wait. */
  wrongLoginsMax: 20,
  wrongLoginsMs: 60_000,
  /** How long certificates for other machines are good, and how long before its end one is renewed. */
  authorityDays: 3650,
  certificateDays: 365,
  renewDays: 30,
  renewSweepMs: 60 * 60_000,
} as const;
export type WebLimits = { readonly [name in keyof typeof webLimits]: number };
