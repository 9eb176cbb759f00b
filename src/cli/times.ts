import { UsageError } from './usage-error.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** A moment as people write it: `2h` ago, a day, or a day and a time of this machine. */
export function toMoment(text: string, now = Date.now()): string {
  const [, count, unit = ''] = /^(\d+)\s*(s|min|m|h|d|w)$/.exec(text.trim()) ?? [];
  if (count !== undefined) return new Date(now - Number(count) * (unitMs[unit] ?? 0)).toISOString();
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  throw new UsageError(`"${text}" is not a time. Write 2h, 2026-05-01 or 2026-05-01T14:30.`);
}

/** Throws when an option that is a day is something else. */
export function requireDay(text: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return;
  throw new UsageError(`--date requires a day such as 2026-05-01, not "${text}".`);
}

const ages = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [30 * 86_400, 86_400, 'd'],
] as const;

/** How long ago, in one unit; the day itself when it is long past. */
export function toAge(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  for (const [below, unit, name] of ages) {
    if (seconds < below) return `${Math.floor(seconds / unit)} ${name} ago`;
  }
  return iso.slice(0, 10);
}

/** Day and time of this machine, to the second. */
export function toLocal(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The time alone for what happened today, the day and the minute for what is older. */
export function toShort(iso: string, now = new Date().toISOString()): string {
  const [day = '', time = ''] = toLocal(iso).split(' ');
  return toLocal(now).startsWith(day) ? time : `${day} ${time.slice(0, 5)}`;
}
