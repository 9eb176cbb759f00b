/** What editors report and what is proposed to them. */
export const workspaceLimits = {
  /** How long the client of an accepted change may take to write it, to count as that change. */
  acceptedEditMs: 30_000,
  /** Reports are passed on when none came for this long, but not later than this. */
  quietMs: 150,
  lateMsMax: 500,
  /** An editor that says nothing for this long is gone. */
  silentMsMax: 15 * 60 * 1000,
  notesOpenMax: 500,
  /** Notes that are remembered after they were closed. */
  recentMax: 50,
  /** Characters of a selection. */
  selectionUnitsMax: 1024 * 1024,
  /** How long an editor may take to save when it is asked to. */
  saveMs: 3000,
  /** The same before a change of the note goes on, or is refused. */
  saveBeforeChangeMs: 2000,
  /** How long an app may take to show a note and to run a command, and a person to allow it. */
  appOpenMs: 5000,
  appCommandMs: 10_000,
  appConsentMs: 60_000,
  /** Questions to apps without an answer. */
  appCallsMax: 100,
  /** Commands that an app offers, and characters of their ids and names. */
  commandsOfferedMax: 10_000,
  commandIdLengthMax: 500,
  commandNameLengthMax: 1000,
  /** Characters that an app says about why it did not do something. */
  appMessageLengthMax: 2000,
  /** Proposals of one session that wait for a decision, and the characters of all of them together. */
  diffsPerOwnerMax: 50,
  diffUnitsMax: 128 * 1024 * 1024,
  /** Notes whose sharing flag is remembered. */
  flagsKnownMax: 10_000,
  /** Obsidian's saved layout. */
  layoutBytesMax: 4 * 1024 * 1024,
} as const;
