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
  journalSegmentBytesMax: 32 * 1024 * 1024,
  /** Default bounds of history. */
  historyAgeDaysMax: 180,
  historyBytesMax: 1024 * 1024 * 1024,
  /** Operations in one step. */
  stepOperationsMax: 100_000,
  /** How long a caller waits for another process that is writing to the same vault. */
  commitLockWaitMs: 10_000,
  /** A request without a deadline of its own ends after this. */
  requestMs: 120_000,

  /** A user's regular expression: characters of the pattern, and how long one run may take. */
  regexLengthMax: 1024,
  regexMs: 2_000,
  /** Runs that are proven to take fewer steps than this need no thread of their own. */
  regexInlineStepsMax: 500_000,
  regexWorkersMax: 2,
  regexIdleMs: 10_000,
} as const;
