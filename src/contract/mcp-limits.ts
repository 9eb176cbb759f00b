/** The MCP protocol. */
export const mcpLimits = {
  /** One message on standard input. */
  lineBytesMax: 16 * 1024 * 1024,
  /** Requests of one client that run at the same time: at first, and at most; more wait in its pipe. */
  inFlightFirst: 16,
  inFlightMax: 64,
  /** What answers under way may take together, going by those before them; a few always run. */
  answersCharsMax: 16 * 1024 * 1024,
  inFlightMin: 4,
  /** While this much waits for a client, none of its further requests is begun. */
  unsentBytesMax: 1024 * 1024,
  /** How long one call may take, unless configured. */
  callMs: 30_000,
  /** A change that is being written when its time is up may take this long to say how it ended. */
  commitMs: 10_000,
  /** How often a client is asked while one request runs, and confirmations that are kept. */
  questionsMax: 8,
  consentsMax: 1000,
  /** Resources that a client watches, and requests of it that listen. */
  subscriptionsMax: 1024,
  /** Once the client sends nothing more: how long no call may end, and how long closing may take. */
  drainMs: 10_000,
  closeMs: 10_000,
  /** How often a server on standard input checks that its parent is still there. */
  parentMs: 5000,
  /** Characters of context in one page of search results. */
  contextUnitsMax: 4 * 1024 * 1024,
  /** Characters of a brief text that goes with the data, of the hits in it, and of a cell of a table. */
  briefCharsMax: 800,
  briefHitsCharsMax: 1700,
  cellCharsMax: 200,
  /** Steps of the history in one answer. */
  historyStepsMax: 200,
  /** Notes read in one call, and their characters together. */
  batchNotesMax: 50,
  batchUnitsMax: 4 * 1024 * 1024,
  /** Sessions over HTTP, and how long one may be idle. */
  sessionsMax: 1000,
  sessionIdleMs: 30 * 60 * 1000,
  /** Public keys of an issuer: how long they are good, how soon they may be asked for again. */
  keysMsMax: 10 * 60 * 1000,
  keysMsMin: 30_000,
  keysFetchMs: 5000,
  /** The line with which a process attaches, and how long the daemon may take to answer it. */
  helloBytesMax: 1024 * 1024,
  attachMs: 10_000,
  /** How long processes that are attached may take to hang up. */
  hangUpMs: 500,
} as const;
