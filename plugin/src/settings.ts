import { isRecord } from '../../src/kit/records.ts';

/** What the user decided about a command that agents want to run. */
export type CommandChoice = 'always' | 'never';

export interface Settings {
  /** The daemon's socket; empty for the usual place. */
  readonly socket: string;
  /** Show proposed changes here; else they are left to other viewers. */
  readonly showProposals: boolean;
  /** Mark lines that an agent has changed in an open note. */
  readonly markEdits: boolean;
  readonly activityAtStart: boolean;
  readonly pausedAtStart: boolean;
  /** The hotkey was offered once. */
  readonly isKeyOffered: boolean;
  readonly commands: Readonly<Record<string, CommandChoice>>;
}

export const defaultSettings: Settings = {
  socket: '',
  showProposals: true,
  markEdits: true,
  activityAtStart: false,
  pausedAtStart: false,
  isKeyOffered: false,
  commands: {},
};

/** Stored settings, with the default for whatever is missing or of another type. */
export function parseSettings(stored: unknown): Settings {
  const found = isRecord(stored) ? stored : {};
  const commands = isRecord(found.commands) ? found.commands : {};
  const flag = (name: keyof Settings) => {
    const value = found[name];
    return typeof value === 'boolean' ? value : defaultSettings[name] === true;
  };
  return {
    socket: typeof found.socket === 'string' ? found.socket : defaultSettings.socket,
    showProposals: flag('showProposals'),
    markEdits: flag('markEdits'),
    activityAtStart: flag('activityAtStart'),
    pausedAtStart: flag('pausedAtStart'),
    isKeyOffered: flag('isKeyOffered'),
    commands: Object.fromEntries(
      Object.entries(commands).filter(
        (entry): entry is [string, CommandChoice] => entry[1] === 'always' || entry[1] === 'never',
      ),
    ),
  };
}
