/** The tool bundle of the MCP protocol. */
export const bundleLimits = {
  /** Characters of a note's name in a request. */
  nameLengthMax: 255,
  /** Characters of a name that goes to the app. */
  appNameLengthMax: 200,
  /** Characters of an argument in the log of calls. */
  loggedLengthMax: 300,
  /** Files that are not text are sent whole up to this size. */
  embeddedBytesMax: 5 * 1024 * 1024,
  /** A zero byte among this many bytes from the start means that a file is not text. */
  textProbeBytes: 8 * 1024,
} as const;

/** Apps that are asked to do something. */
export const hostLimits = {
  /** How long a finding about an app holds. */
  probeMs: 5000,
  /** How long the REST plugin may take to say that it is there. */
  pluginProbeMs: 2000,
  /** Characters that a program may print. */
  outputUnitsMax: 4 * 1024 * 1024,
  /** A program that was asked to end is killed after this. */
  killMs: 2000,
  /** How soon an app that is still opening a vault is asked again. */
  coldStartMs: 500,
  /** How long a change of the app may take to be seen on the disk. */
  settleMs: 300,
  /** How long an app may take to start. */
  launchMs: 30_000,
} as const;
