export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Facts that belong to a message. Never the text of a note. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  /** The same log under another name. */
  as(part: string): Log;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly json: boolean;
  /** Where lines go; the error stream when absent. */
  readonly write?: (line: string) => void;
  readonly now?: () => number;
}

export function createLog(options: LogOptions, part = 'vaultd'): Log {
  const { write = (line) => void process.stderr.write(line), now = Date.now } = options;
  const log = (level: LogLevel, message: string, facts: LogFacts = {}): void => {
    if (logLevels.indexOf(level) < logLevels.indexOf(options.level)) return;
    const at = new Date(now()).toISOString();
    write(
      options.json
        ? `${JSON.stringify({ at, level, part, message, ...facts })}\n`
        : `${at} ${level} ${part}: ${message}${toText(facts)}\n`,
    );
  };
  return {
    debug: (message, facts) => log('debug', message, facts),
    info: (message, facts) => log('info', message, facts),
    warn: (message, facts) => log('warn', message, facts),
    error: (message, facts) => log('error', message, facts),
    as: (name) => createLog(options, name),
  };
}

export const silentLog: Log = createLog({ level: 'silent', json: false });

/** What was thrown, with its stack: for the log, never for a peer. */
export function toLogText(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

function toText(facts: LogFacts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? JSON.stringify(value) : value}`)
    .join('');
}
