import { UsageError } from './arguments.ts';

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
  throw new UsageError(`"${text}" is no time. Write it as 2h, 2026-05-01 or 2026-05-01T14:30.`);
}
