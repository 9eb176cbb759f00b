import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openRoot } from '../../store/vault/anchor.ts';
import { createPeriodic } from './periodic.ts';

/** Periodic notes of a vault with these settings files, at noon of a day. */
function periodic(files: Readonly<Record<string, unknown>>, day: string) {
  return createPeriodic({
    root: openRoot(freshFolder()),
    readConfig: (name) => files[name],
    clock: { now: () => new Date(`${day}T12:00:00`).getTime() },
  });
}

test('W17 the format of daily notes may have folders and names of months', async () => {
  const settings = { 'daily-notes.json': { format: 'YYYY/MMMM/YYYY-MMM-DD' } };
  const path = await periodic(settings, '2023-01-01').expected('daily');
  expect(path).toBe('2023/January/2023-Jan-01.md');
});

test('W18 weekly notes are named by the week of the locale', async () => {
  const settings = {
    'community-plugins.json': ['periodic-notes'],
    'plugins/periodic-notes/data.json': { weekly: { enabled: true } },
  };
  expect(await periodic(settings, '2024-05-06').expected('weekly')).toBe('2024-W19.md');
});

test('W19 a template knows title, date and time, and leaves the rest', async () => {
  const text = await periodic({}, '2024-05-06').fill('{{date:YYYY}} {{title}} {{x}}', {
    title: 'Plan',
    dateFormat: 'YYYY-MM-DD',
    timeFormat: 'HH:mm',
  });
  expect(text).toBe('2024 Plan {{x}}');
});
