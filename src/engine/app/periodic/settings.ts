import { toRecord } from '../../../kit/records.ts';
import type { ReadConfig } from '../../knowledge/index/settings.ts';

export const periods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Period = (typeof periods)[number];

/** Where the notes of a period are and how they are named. */
export interface PeriodSettings {
  /** Without slashes at its ends; the root is empty. */
  readonly folder: string;
  /** In the tokens of moment. */
  readonly format: string;
  readonly template: string;
}

const defaultFormats: Record<Period, string> = {
  daily: 'YYYY-MM-DD',
  weekly: 'gggg-[W]ww',
  monthly: 'YYYY-MM',
  quarterly: 'YYYY-[Q]Q',
  yearly: 'YYYY',
};

/** The units of periods, which are also the names that the newer settings of the plugin use. */
export const periodUnits = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
} as const satisfies Record<Period, string>;

/** The settings that are in force for a period; undefined when it is switched off. */
export function periodSettings(read: ReadConfig, period: Period): PeriodSettings | undefined {
  const community = pluginSettings(read, period);
  if (community !== undefined) return toSettings(community, period);
  if (period === 'daily' && isCoreDailyOn(read)) {
    return toSettings(toRecord(read('daily-notes.json')), period);
  }
  if (period === 'weekly' && isPluginOn(read, 'calendar')) {
    const calendar = toRecord(read('plugins/calendar/data.json'));
    return toSettings(
      {
        format: calendar.weeklyNoteFormat,
        folder: calendar.weeklyNoteFolder,
        template: calendar.weeklyNoteTemplate,
      },
      period,
    );
  }
  return undefined;
}

/** The same, with the usual names where the period is switched off. */
export function settingsOrUsual(read: ReadConfig, period: Period): PeriodSettings {
  return periodSettings(read, period) ?? toSettings({}, period);
}

/** The first day of the week when the calendar plugin sets it: 0 is Sunday; undefined leaves it to the locale. */
export function weekStart(read: ReadConfig): number | undefined {
  if (!isPluginOn(read, 'calendar')) return undefined;
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const at = days.indexOf(String(toRecord(read('plugins/calendar/data.json')).weekStart));
  return at === -1 ? undefined : at;
}

function pluginSettings(read: ReadConfig, period: Period): Record<string, unknown> | undefined {
  if (!isPluginOn(read, 'periodic-notes')) return undefined;
  const data = toRecord(read('plugins/periodic-notes/data.json'));
  const sets = Array.isArray(data.calendarSets) ? data.calendarSets.map(toRecord) : undefined;
  const active = sets?.find(({ id }) => id === data.activeCalendarSet) ?? sets?.[0];
  const part = active === undefined ? data[period] : active[periodUnits[period]];
  const settings = toRecord(part);
  return settings.enabled === true ? settings : undefined;
}

function isPluginOn(read: ReadConfig, id: string): boolean {
  const enabled = read('community-plugins.json');
  return Array.isArray(enabled) && enabled.includes(id);
}

/** On unless it was switched off: a vault without the file has the defaults of the app. */
function isCoreDailyOn(read: ReadConfig): boolean {
  const plugins = read('core-plugins.json');
  if (Array.isArray(plugins)) return plugins.includes('daily-notes');
  return toRecord(plugins)['daily-notes'] !== false;
}

function toSettings(raw: Record<string, unknown>, period: Period): PeriodSettings {
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return {
    folder: text(raw.folder).replace(/^\/+|\/+$/g, ''),
    format: text(raw.format) || defaultFormats[period],
    template: text(raw.template ?? raw.templatePath),
  };
}
