import type Make from 'moment';
import type { Moment } from 'moment';
import { VaultError } from '../../../contract/errors.ts';
import { comparePaths, nameOf, parseVaultPath, type VaultPath } from '../../../contract/paths.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { ReadConfig } from '../../knowledge/index/settings.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { statPath, walkFolder } from '../../store/vault/disk.ts';
import { fillTemplate, type TemplateFacts } from './fill-template.ts';
import {
  type Period,
  type PeriodSettings,
  periodSettings,
  periodUnits,
  settingsOrUsual,
  weekStart,
} from './settings.ts';

/** Finds the notes of days, weeks and so on the way Obsidian's plugins name them. */
export interface Periodic {
  /** The note of the period that holds `date`, or of the current one. It must exist. */
  resolve(period: Period, date?: string): Promise<VaultPath>;
  /** Where that note is or would be made. */
  expected(period: Period, date?: string): Promise<VaultPath>;
  /** The same for a period that may be switched off: then it has the usual name. */
  locate(period: Period, date?: string): Promise<LocatedPeriodic>;
  /** The notes of a period that exist, the latest period first. */
  list(period: Period): Promise<VaultPath[]>;
  /** The template of new notes of the period, as the settings name it; empty when there is none. */
  template(period: Period): string;
  /** This moment in the tokens of moment. */
  stamp(format: string): Promise<string>;
  /** A template with title, date and time filled in. */
  fill(template: string, facts: Omit<TemplateFacts, 'now'>): Promise<string>;
}

/** Where the note of a period is, or would be made. */
export interface LocatedPeriodic {
  readonly path: VaultPath;
  readonly exists: boolean;
}

export interface PeriodicContext {
  readonly root: Root;
  readonly readConfig: ReadConfig;
  readonly clock: Clock;
}

export function createPeriodic(context: PeriodicContext): Periodic {
  const open = async (period: Period, date: string | undefined, { evenIfOff = false } = {}) => {
    const find = evenIfOff ? settingsOrUsual : periodSettings;
    const settings = find(context.readConfig, period);
    if (settings === undefined) throw disabled(period);
    const make = await loadMoment();
    const locale = weekLocale(make, weekStart(context.readConfig));
    const day = date === undefined ? make(context.clock.now()) : make(date, 'YYYY-MM-DD', true);
    if (!day.isValid()) throw notFound(period, date);
    // Midday is on the same date wherever the clock is changed.
    day.hour(12).locale(locale);
    return { settings, make, day, path: toPath(settings, day) };
  };
  const findIn = (
    period: Period,
    { settings, make, day, path }: Awaited<ReturnType<typeof open>>,
  ): VaultPath | undefined => {
    if (path !== undefined && isFile(context.root, path)) return path;
    return findByName(context.root, settings, (name, format) => {
      const parsed = parseName(make, day, name, format, period);
      return parsed.isValid() && parsed.isSame(day, periodUnits[period]);
    });
  };
  return {
    async resolve(period, date) {
      const found = findIn(period, await open(period, date));
      if (found === undefined) throw notFound(period, date);
      return found;
    },
    async locate(period, date) {
      const opened = await open(period, date, { evenIfOff: true });
      const found = findIn(period, opened);
      const path = found ?? opened.path;
      if (path === undefined) throw notFound(period, date);
      return { path, exists: found !== undefined };
    },
    async list(period) {
      const { settings, make, day } = await open(period, undefined, { evenIfOff: true });
      const format = lastNameOf(settings.format);
      return filesBelow(context.root, parseVaultPath(settings.folder))
        .filter((path) => path.endsWith('.md'))
        .map((path) => ({
          path,
          at: parseName(make, day, nameOf(path).slice(0, -3), format, period),
        }))
        .filter(({ at }) => at.isValid())
        .sort((a, b) => b.at.valueOf() - a.at.valueOf())
        .map(({ path }) => path);
    },
    async expected(period, date) {
      const { path } = await open(period, date);
      if (path === undefined) throw notFound(period, date);
      return path;
    },
    template: (period) => settingsOrUsual(context.readConfig, period).template,
    async stamp(format) {
      const make = await loadMoment();
      return make(context.clock.now()).format(format);
    },
    async fill(template, facts) {
      const make = await loadMoment();
      return fillTemplate(template, { ...facts, now: make(context.clock.now()) });
    },
  };
}

/** Loaded on first use: most sessions never ask for a periodic note. */
async function loadMoment(): Promise<typeof Make> {
  return (await import('moment')).default;
}

/** A locale of our own per first day of the week, so that nothing global changes. */
function weekLocale(make: typeof Make, first: number | undefined): string {
  if (first === undefined) return 'en';
  const name = `en-week-${first}`;
  if (!make.locales().includes(name)) {
    const before = make.locale();
    make.defineLocale(name, { parentLocale: 'en', week: { dow: first, doy: 6 } });
    make.locale(before);
  }
  return name;
}

function toPath({ folder, format }: PeriodSettings, day: Moment): VaultPath | undefined {
  const name = day.format(format);
  const file = name.endsWith('.md') ? name : `${name}.md`;
  try {
    return parseVaultPath(folder === '' ? file.replace(/^\/+/, '') : `${folder}/${file}`);
  } catch {
    return undefined;
  }
}

/** Notes that were moved into subfolders still count, by their name. */
function findByName(
  root: Root,
  { folder, format }: PeriodSettings,
  isMeant: (name: string, format: string) => boolean,
): VaultPath | undefined {
  const pattern = lastNameOf(format);
  return filesBelow(root, parseVaultPath(folder))
    .filter((path) => path.endsWith('.md') && isMeant(nameOf(path).slice(0, -3), pattern))
    .sort((a, b) => a.length - b.length || comparePaths(a, b))[0];
}

function lastNameOf(format: string): string {
  return format.slice(format.lastIndexOf('/') + 1);
}

function filesBelow(root: Root, folder: VaultPath): VaultPath[] {
  if (statPath(root, folder)?.stat.type !== 'folder') return [];
  const entries = [...walkFolder(root, folder, { recursive: true })];
  return entries.flatMap(({ path, stat }) => (stat.type === 'file' ? [path] : []));
}

function isFile(root: Root, path: VaultPath): boolean {
  return statPath(root, path)?.stat.type === 'file';
}

/** A week's name may also have a month and a day, which do not identify the week. */
function parseName(
  make: typeof Make,
  day: Moment,
  name: string,
  format: string,
  period: Period,
): Moment {
  const bare = format.replace(/\[[^\]]*\]/g, '');
  const isAmbiguous = period === 'weekly' && /w/i.test(bare) && /[MD]/.test(bare);
  return isAmbiguous
    ? make(name, format.replace(/M{1,4}|D{1,4}/g, ''), day.locale(), false)
    : make(name, format, day.locale(), true);
}

function disabled(period: Period): VaultError {
  return new VaultError('invalid-input', `The vault has no ${period} notes switched on.`, {
    reason: 'periodic-disabled',
    hint: 'Switch them on in the settings of the vault, or name the note by its path.',
  });
}

function notFound(period: Period, date: string | undefined): VaultError {
  return new VaultError(
    'not-found',
    `Not found: ${period} note for ${date ?? 'the current period'}`,
    {
      reason: 'periodic-not-found',
      hint: 'Create the note first, or name another note by path.',
    },
  );
}
