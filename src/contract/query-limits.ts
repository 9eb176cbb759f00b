/** What queries may take and keep; a part of `limits`. */
export const queryLimits = {
  /** A query: characters of its text, nested expressions, operators in a row, and its time. */
  queryLengthMax: 64 * 1024,
  queryDepthMax: 200,
  queryChainMax: 1_000,
  queryMs: 30_000,
  /** Rows of an answer. */
  queryRowsMax: 100_000,
  /** What one expression may make: characters of a text, elements of a list. */
  queryTextMax: 1024 * 1024,
  queryListMax: 1_000_000,
  /** A JSONLogic rule: its characters, lists walked inside lists, and what its result may hold. */
  queryRuleLengthMax: 16 * 1024,
  queryRuleLoopsMax: 2,
  queryRuleNodesMax: 100_000,
  /** What an answer may hold: values, however nested, and characters. */
  queryNodesMax: 2_000_000,
  queryHeldUnitsMax: 64 * 1024 * 1024,
  /** Memory for the fields of pages that are cached, and how many pages stay for which there is no room. */
  queryKeptBytesMax: 32 * 1024 * 1024,
  queryRecentPagesMax: 64,
  /** Files that a base works with at a time, and what it keeps of their properties. */
  queryBaseFilesMax: 4096,
  queryBaseBytesMax: 8 * 1024 * 1024,
  /** Vaults with more notes keep no rows at all between queries. */
  queryKeptPagesMax: 250_000,
  /** Callers with rules of their own for whom rows are kept. */
  queryCallersMax: 32,
  /** How long rows are kept for the next query; how long a burst of changes is waited for. */
  queryKeepMs: 60_000,
  queryBurstMs: 50,
  queryWaitMsMax: 60_000,
  /** How long a query may run before other requests are served. */
  querySliceMs: 8,
  /** Characters of a base. */
  baseLengthMax: 1024 * 1024,
  /** Compiled patterns that are kept; how long a pattern may block; how long its thread may start. */
  queryPatternsMax: 256,
  queryPatternMs: 250,
  queryPatternStartMs: 10_000,
} as const;
