import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { McpHome } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset({}));

const plugins = (...ids: string[]) =>
  mcp.write({ '.obsidian/community-plugins.json': JSON.stringify(ids) });
const settings = (data: object) => {
  plugins('periodic-notes');
  mcp.write({ '.obsidian/plugins/periodic-notes/data.json': JSON.stringify(data) });
};
const daily = { enabled: true, folder: 'D', format: 'YYYY/MM/YYYY-MM-DD' };

const target = (period: string, date?: string) => ({
  type: 'periodic',
  period,
  ...(date && { date }),
});
const pathOf = async (period: string, date?: string) =>
  (await mcp.result('get_note', { format: 'content', target: target(period, date) })).path;
const refused = (period: string, date: string | undefined, reason: string, code: number) =>
  mcp.fails('get_note', { format: 'content', target: target(period, date) }, reason, code);

test('225 to 228 where the notes of a period are', async () => {
  settings({ daily, weekly: { enabled: false } });
  mcp.write({ 'D/2024/01/2024-01-02.md': 'x', 'D/old/2024-01-03.md': 'y' });
  expect(await pathOf('daily', '2024-01-02')).toBe('D/2024/01/2024-01-02.md');
  expect(await pathOf('daily', '2024-01-03')).toBe('D/old/2024-01-03.md');
  const missing = await refused('daily', '2024-01-04', 'periodic_not_found', -32001);
  expect(missing.message).toContain('daily note for 2024-01-04');
  await refused('daily', '2024-13-40', 'periodic_not_found', -32001);
  await refused('weekly', undefined, 'periodic_disabled', -32007);
});

test('229 the core plugin, with blank settings', async () => {
  mcp.write({
    '.obsidian/daily-notes.json': '{"format":"","folder":" J "}',
    'J/2024-01-02.md': 'x',
  });
  expect(await pathOf('daily', '2024-01-02')).toBe('J/2024-01-02.md');
  mcp.write({ '.obsidian/core-plugins.json': '{"daily-notes":false}' });
  await refused('daily', '2024-01-02', 'periodic_disabled', -32007);
});

test('230 weeks begin on Sunday, unless the calendar says otherwise', async () => {
  settings({ weekly: { enabled: true } });
  mcp.write({ '2024-W01.md': '1', '2024-W02.md': '2' });
  expect(await pathOf('weekly', '2024-01-06')).toBe('2024-W01.md');
  expect(await pathOf('weekly', '2024-01-07')).toBe('2024-W02.md');
  plugins('periodic-notes', 'calendar');
  mcp.write({ '.obsidian/plugins/calendar/data.json': '{"weekStart":"monday"}' });
  expect(await pathOf('weekly', '2024-01-07')).toBe('2024-W01.md');
});

test('231 quarters', async () => {
  settings({ quarterly: { enabled: true } });
  mcp.write({ '2024-Q2.md': 'x' });
  expect(await pathOf('quarterly', '2024-05-01')).toBe('2024-Q2.md');
});

test('232 the active calendar set', async () => {
  settings({
    activeCalendarSet: 'b',
    calendarSets: [
      { id: 'a', day: { enabled: true, folder: 'A' } },
      { id: 'b', day: { enabled: true, folder: 'B' } },
    ],
  });
  mcp.write({ 'A/2024-01-02.md': 'a', 'B/2024-01-02.md': 'b' });
  expect(await pathOf('daily', '2024-01-02')).toBe('B/2024-01-02.md');
});

test('233 a periodic note is changed where it is', async () => {
  settings({ daily });
  mcp.write({ 'D/2024/01/2024-01-02.md': 'x\n' });
  const appended = await mcp.ok('append_to_note', {
    target: target('daily', '2024-01-02'),
    content: 'y',
  });
  expect(appended.path).toBe('D/2024/01/2024-01-02.md');
  expect(mcp.text('D/2024/01/2024-01-02.md')).toBe('x\ny');
});

test('234 policy names the note that was meant', async () => {
  const narrow = await McpHome.open({ env: { OBSIDIAN_READ_PATHS: 'public' } });
  try {
    narrow.reset({ '.obsidian/daily-notes.json': '{"folder":"J"}', 'J/2024-01-02.md': '# A\n' });
    const error = await narrow.fails(
      'patch_note',
      {
        target: target('daily', '2024-01-02'),
        section: { type: 'heading', target: 'A' },
        operation: 'append',
        content: 'x',
      },
      'path_forbidden',
    );
    expect(error.path).toBe('J/2024-01-02.md');
  } finally {
    await narrow.close();
  }
});
