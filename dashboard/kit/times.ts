const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** How long ago, in short. */
export function sayAgo(at: number, now: number): string {
  const past = now - at;
  if (past < 10_000) return 'just now';
  if (past < minuteMs) return `${Math.floor(past / 1000)}s`;
  if (past < hourMs) return `${Math.floor(past / minuteMs)}m`;
  if (isSameDay(at, now)) return clockTime.format(at);
  return dayAndTime.format(at);
}

export function sayDay(at: number, now: number): string {
  if (isSameDay(at, now)) return 'Today';
  if (isSameDay(at, now - 24 * hourMs)) return 'Yesterday';
  return longDay.format(at);
}

export function sayMoment(at: number): string {
  return dayAndTime.format(at);
}

export function sayDuration(ms: number): string {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < minuteMs) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  const hours = Math.floor(ms / hourMs);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

export function sayBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`;
}

export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
