export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where a daemon tells its story. Causes hold stacks and stay in the log. */
export type Log = (level: LogLevel, message: string, cause?: unknown) => void;

export const silentLog: Log = () => undefined;
