/** Changes that wait for a person. */
export const approvalLimits = {
  /** Of one vault. Further ones are refused until some are decided. */
  waitingMax: 200,
  /** Of one change, its texts before and after together. */
  bytesMax: 8 * 1024 * 1024,
  /** Changes that were decided on and can still be asked about. */
  decidedKeptMax: 500,
  listedMax: 200,
  /** Changes that an agent is shown of its own. */
  agentListedMax: 20,
  /** How long an agent may wait for a decision in one call. */
  waitSecondsMax: 55,
  /** How often the file is read meanwhile, for decisions that another process makes. */
  pollMs: 500,
  /** Characters of the reason for a rejection. */
  reasonLengthMax: 1_000,
} as const;
