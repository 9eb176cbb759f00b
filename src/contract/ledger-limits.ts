/** Limits of the shared ledger. Times are milliseconds unless the name says otherwise. */
export const ledgerLimits = {
  /** Larger files stay on the machine that has them. */
  fileBytesMax: 100 * 1024 * 1024,
  /** Steps, and bytes of their contents, in one transaction; one step may have more. */
  groupStepsMax: 500,
  groupBytesMax: 8 * 1024 * 1024,
  /** Steps on one page of what is new, and paths on one page of what is there. */
  pageStepsMax: 500,
  headsPageMax: 2000,
  /** How long a write waits for a database that is away, for example while a standby takes over. */
  waitMs: 10_000,
  /** How long one call may take until the link counts as dead. */
  answerMs: 5000,
  /** The same for a step with large contents, and for pruning. */
  longAnswerMs: 120_000,
  connectMs: 3000,
  closeMs: 2000,
  keepAliveSeconds: 10,
  connectionsMax: 3,
  /** The longest pause between two tries to reach the database. */
  retryMsMax: 1000,
  /** Without a bell, how often the newest number is asked for. */
  pollMs: 2000,
  /** How often a machine reports how far it is. */
  reportMs: 5000,
  /** Clocks that differ by less than this count as the same. */
  clockOffMsMax: 60_000,
  /** Changes from outside are taken in when the folder was quiet for this long. */
  quietMs: 50,
  /** Records of the list of agreed versions until it is written anew, besides twice its size. */
  agreedRecordsMin: 10_000,
} as const;
