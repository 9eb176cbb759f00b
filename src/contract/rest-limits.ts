/** The REST protocol. */
export const restLimits = {
  /** Connections of one port that are idle; the oldest of them makes room for a new one. */
  connectionsMax: 256,
  /** Requests that are worked on at the same time. */
  requestsMax: 64,
  headerBytesMax: 32 * 1024,
  /** The path and query of a request. */
  urlLengthMax: 8 * 1024,
  /** One body, unless configured. */
  bodyBytesMax: 64 * 1024 * 1024,
  /** What is skipped of a body that no handler wants; for more the connection is closed. */
  skippedBytesMax: 64 * 1024,
  /** How deep a JSON body may be nested. */
  jsonDepthMax: 256,
  /** How long the headers of a request may take to arrive, all of it, and its answer. */
  headersMs: 65_000,
  requestMs: 65_000,
  answerMs: 30_000,
  /** How often requests that arrive too slowly are closed. */
  lateSweepMs: 2_000,
  keepAliveMs: 60_000,
  requestsWaitingMax: 64,
  /** Wrong keys within this time, from all clients; more of them are told to wait. */
  wrongKeysMax: 20,
  wrongKeysMs: 60_000,
  /** How long the session of a key stays open without a request, and how often that is checked. */
  sessionIdleMs: 30 * 60_000,
  sessionSweepMs: 60_000,
  /** How long requests under way may take once the protocol closes. */
  closeMs: 5_000,
  /** Notes in one answer that lists recent ones: as usual, and at most. */
  recentDefault: 5,
  recentMax: 100,
  /** Notes that a ranked search gives: as usual, and at most. */
  smartHitsDefault: 10,
  smartHitsMax: 1000,
  /** How long a program that holds our port may take to say what it is, and how much it may say. */
  whoMs: 1_000,
  whoBytesMax: 64 * 1024,
  /** Characters of the name of a key. */
  keyNameLengthMax: 100,
  /** How long certificates are good, and how long before its end one is renewed. */
  authorityDays: 3650,
  certificateDays: 365,
  renewDays: 30,
  renewSweepMs: 60 * 60_000,
  /** Parts in which a large file is read and sent. */
  filePartBytes: 1024 * 1024,
} as const;
export type RestLimits = { readonly [name in keyof typeof restLimits]: number };
