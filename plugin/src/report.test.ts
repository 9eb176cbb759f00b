import { expect, test } from 'vitest';
import { workspaceLimits } from '../../src/contract/workspace-limits.ts';
import {
  addEntry,
  describeStep,
  describeTime,
  isAbout,
  laterChanges,
  type StepEntry,
} from './activity.ts';
import { nextWaitMs } from './back-off.ts';
import { toMentionedLines } from './mentioned-lines.ts';
import { describeEnd, toAccepted } from './proposal.ts';
import { toReport } from './report.ts';
import { restMs } from './reporter.ts';
import { parseSettings } from './settings.ts';
import { reconnect } from './wire.ts';

const place = (line: number, character: number) => ({ line, character });

test('a report names each note once, and keeps the active one beyond the limit', () => {
  const tabs = Array.from({ length: 510 }, (_, at) => ({ path: `${at}.md`, isDirty: at === 509 }));
  const { open, active, dirty } = toReport([...tabs, ...tabs], '509.md', undefined);
  expect([open.length, open.at(-1), active, dirty]).toEqual([500, '509.md', '509.md', ['509.md']]);
});

test('hidden files are not reported, active or not', () => {
  const tabs = [{ path: '.obsidian/app.json', isDirty: true }];
  expect(toReport(tabs, '.obsidian/app.json', undefined)).toEqual({ open: [], dirty: [] });
});

test('mentioned lines leave out a line that the selection only touches', () => {
  const lines = (end: readonly [number, number]) =>
    toMentionedLines({ start: place(1, 2), end: place(...end) });
  expect(lines([1, 2])).toBeUndefined();
  expect(lines([3, 0])).toEqual({ line_start: 1, line_end: 2 });
  expect(lines([3, 1])).toEqual({ line_start: 1, line_end: 3 });
});

test('waiting doubles up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(nextWaitMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('a selection needs half a second at most: it rests in the plugin, then in the daemon', () => {
  expect(restMs + workspaceLimits.quietMs).toBeLessThan(500);
});

test('a daemon that was killed and started has the plugin again within 5 seconds', () => {
  expect(reconnect.maxMs).toBeLessThan(5000);
});

test('an accepted text keeps its line breaks', () => {
  expect(toAccepted('a\r\nb\nc', 'a\nb\nc')).toBe('a\r\nb\nc');
  expect(toAccepted('a\r\nb\r\n', 'a\nB\n')).toBe('a\r\nB\r\n');
  expect(toAccepted('a\nb\n', 'a\nB\n')).toBe('a\nB\n');
});

test('the end of a proposal says who decided', () => {
  expect(describeEnd('accepted', 'dashboard', 'claude')).toBe('Accepted by dashboard.');
  expect(describeEnd('withdrawn', undefined, 'claude')).toBe('claude has withdrawn it.');
});

test('stored settings of another shape fall back to the defaults', () => {
  const commands = { 'a:b': 'never', 'c:d': 'perhaps' };
  expect(parseSettings({ showProposals: false, socket: 7, commands })).toMatchObject({
    showProposals: false,
    markEdits: true,
    socket: '',
    commands: { 'a:b': 'never' },
  });
});

const step = (id: string, path: string, more: Partial<StepEntry> = {}): StepEntry => ({
  kind: 'step',
  id,
  at: '2026-01-01T00:00:00Z',
  protocol: 'mcp',
  client: 'agent',
  why: 'write',
  files: [{ what: 'changed', path }],
  files_total: 1,
  ...more,
});

test('an undo marks what it undoes, and is no later change', () => {
  const undo = step('3', 'a.md', { undoes: '1' });
  const entries = addEntry([step('2', 'a.md'), step('1', 'a.md')], undo);
  expect(entries.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(entries.at(-1)).toMatchObject({ undone_by: '3' });
  expect(laterChanges(step('1', 'a.md'), entries).map(({ id }) => id)).toEqual(['2']);
});

test('an entry of another day has its date', () => {
  const now = new Date(2026, 0, 2, 12);
  const describe = (day: number) => describeTime(new Date(2026, 0, day, 9).toISOString(), now);
  expect([describe(1), describe(2)].map((text) => text.includes('2026'))).toEqual([true, false]);
});

test('a move is described before the links that follow it', () => {
  const moved = step('1', 'links.md', {
    files: [
      { what: 'changed', path: 'links.md' },
      { what: 'moved', path: 'a.md', to: 'b.md' },
    ],
    files_total: 2,
  });
  expect(describeStep(moved)).toBe('moved a.md to b.md and 1 more');
  expect(describeStep(step('2', 'a.md', { undoes: '1' }))).toBe('undid a change of a.md');
  expect([isAbout(moved, 'b.md'), isAbout(moved, 'c.md')]).toEqual([true, false]);
});
