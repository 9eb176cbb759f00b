/** What is shown of the daemon and its clients. */
export const overviewLimits = {
  denialsKeptMax: 10_000,
  activityListedMax: 200,
  stepFilesMax: 50,
  /** Paths in one rule of a client's permissions, and clients that have any. */
  permittedPathsMax: 100,
  permittedClientsMax: 500,
  namesAskedMax: 1_000,
  /** Versions of a note that are listed, and changes that are undone at once. */
  versionsListedMax: 500,
  undoneAtOnceMax: 1_000,
  /** Notes that link to one, lines of each of them, and characters of a line. */
  backlinksMax: 200,
  backlinkLinesMax: 5,
  backlinkUnitsMax: 300,
  graphDepthMax: 5,
  /** How often the health of the daemon is written down, and for how long it is kept. */
  sampleMs: 5_000,
  samplesKeptMax: 720,
} as const;
