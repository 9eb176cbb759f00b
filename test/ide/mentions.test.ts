import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IdeLimits } from '../../src/contract/limits.ts';
import { workspaceMention } from '../../src/operations/workspace/mention.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const files = {
  'notes/a.md': 'x\n',
  'my folder/b c.md': 'x\n',
  'no\u00a0break.md': 'x\n',
  'par(en),x.md': 'x\n',
  'we#ird.md': 'x\n',
  'quo"te.md': 'x\n',
  'quo"te here.md': 'x\n',
  'private/p.md': 'x\n',
};

const open = (limits: Partial<IdeLimits> = { readyAfterToolsMs: 1, mentionGapMs: 1 }) =>
  ProtocolHome.open({ files, limits, sharing: { exclude: ['private/**'] } });

async function mention(home: ProtocolHome, input: Record<string, unknown>): Promise<string> {
  const outcome = await home.attach().session.dispatch(workspaceMention, input);
  return outcome.ok ? 'sent' : outcome.error.message;
}

const check = async (input: Record<string, unknown>, expected: Record<string, unknown>) => {
  const home = await open();
  const client = await home.enter();
  expect(await mention(home, input)).toBe('sent');
  const { filePath, ...lines } = await client.hears('at_mentioned');
  expect({ filePath: String(filePath).replace(home.root, 'V'), ...lines }).toEqual(expected);
};

test('93 a note', () => check({ path: 'notes/a.md' }, { filePath: 'V/notes/a.md' }));
test('94 lines 10 to 15 as people count them are 9 to 14', () =>
  check(
    { path: 'notes/a.md', lineStart: 9, lineEnd: 14 },
    { filePath: 'V/notes/a.md', lineStart: 9, lineEnd: 14 },
  ));
test('95 lines given backwards are put in order', () =>
  check(
    { path: 'notes/a.md', lineStart: 4, lineEnd: 2 },
    { filePath: 'V/notes/a.md', lineStart: 2, lineEnd: 4 },
  ));
test('one line is the first and the last', () =>
  check(
    { path: 'notes/a.md', lineStart: 3 },
    { filePath: 'V/notes/a.md', lineStart: 3, lineEnd: 3 },
  ));
test('96 a path with white space is quoted', () =>
  check(
    { path: 'my folder/b c.md', lineStart: 1, lineEnd: 2 },
    { filePath: '"V/my folder/b c.md"', lineStart: 1, lineEnd: 2 },
  ));
test('96 a path with a no-break space is quoted', () =>
  check({ path: 'no\u00a0break.md' }, { filePath: '"V/no\u00a0break.md"' }));
test('96a other signs need no quotes', () =>
  check({ path: 'par(en),x.md' }, { filePath: 'V/par(en),x.md' }));
test('a double quote alone needs none either', () =>
  check({ path: 'quo"te.md' }, { filePath: 'V/quo"te.md' }));

const refuses = async (input: Record<string, unknown>, reason: RegExp) => {
  const home = await open();
  const client = await home.enter();
  expect(await mention(home, input)).toMatch(reason);
  expect(await mention(home, { path: 'notes/a.md' })).toBe('sent');
  await client.hears('at_mentioned');
  expect(client.heard('at_mentioned')).toHaveLength(1);
};

test('97 a name that cannot be attached is refused with the reason', () =>
  refuses({ path: 'we#ird.md' }, /"we#ird.md" cannot be mentioned: its path has a #/));
test('97 white space and a double quote in one name', () =>
  refuses({ path: 'quo"te here.md' }, /white space and a double quote/));
test('102 a note that is not shared is refused with the reason', () =>
  refuses({ path: 'private/p.md' }, /is not shared with assistants/));
test('a note that is not there', () => refuses({ path: 'none.md' }, /no such file/));

test('98 99 only the session that was active last, or all of them, or one by name', async () => {
  const home = await open();
  const [first, second] = [await home.enter(), await home.enter()];
  await first.request('ping');
  await mention(home, { path: 'notes/a.md' });
  await first.hears('at_mentioned');
  expect(second.heard('at_mentioned')).toEqual([]);
  await mention(home, { path: 'notes/a.md', all: true });
  await first.hears('at_mentioned', 2);
  await second.hears('at_mentioned', 1);
  const [, other] = home.sessions.list().filter(({ caller }) => caller.protocol === 'ide');
  await mention(home, { path: 'notes/a.md', session: other?.id });
  await second.hears('at_mentioned', 2);
  expect(first.heard('at_mentioned')).toHaveLength(2);
});

test('100 without a session it fails, and nothing is kept for later', async () => {
  const home = await open();
  expect(await mention(home, { path: 'notes/a.md' })).toBe('No Claude Code session is connected.');
  const client = await home.enter();
  expect(await mention(home, { path: 'my folder/b c.md' })).toBe('sent');
  await client.hears('at_mentioned');
  expect(client.heard('at_mentioned')).toEqual([
    { filePath: `"${join(home.root, 'my folder/b c.md')}"` },
  ]);
});

test('101 one that comes too early waits for the window of the client', async () => {
  const early = async (limits: Partial<IdeLimits>) => {
    const home = await ProtocolHome.open({ files, limits });
    const client = await home.open();
    expect(await mention(home, { path: 'notes/a.md' })).toBe('sent');
    await client.handshake();
    return client;
  };
  const waiting = await early({ readyAfterToolsMs: 3_600_000 });
  await waiting.request('ping');
  expect(waiting.heard('at_mentioned')).toEqual([]);
  const ready = await early({ readyAfterToolsMs: 1 });
  await ready.hears('at_mentioned');
});

test('one that has waited too long is not sent any more', async () => {
  const home = await ProtocolHome.open({
    files,
    limits: { readyAfterToolsMs: 50, mentionWaitMsMax: 10 },
  });
  const client = await home.open();
  await mention(home, { path: 'notes/a.md' });
  await client.handshake();
  await until(() => client.messages.some(({ method }) => method === 'roots/list'), 'readiness');
  expect(client.heard('at_mentioned')).toEqual([]);
});

test('several come one after the other, in their order, and no more than 20 wait', async () => {
  const home = await open();
  const client = await home.open();
  const sent: string[] = [];
  for (let i = 0; i < 21; i++) sent.push(await mention(home, { path: 'notes/a.md', lineStart: i }));
  expect(sent.filter((each) => each === 'sent')).toHaveLength(20);
  await client.handshake();
  await client.hears('at_mentioned', 20);
  const lines = client.heard('at_mentioned').map(({ lineStart }) => lineStart);
  expect(lines).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test('more than 50 in a second are dropped with a warning', async () => {
  const home = await open();
  const client = await home.enter();
  await until(() => client.messages.some(({ method }) => method === 'roots/list'), 'readiness');
  // All at once, so that they come in one second on the slowest machine.
  const lines = Array.from({ length: 60 }, (_, i) => i);
  await Promise.all(lines.map((lineStart) => mention(home, { path: 'notes/a.md', lineStart })));
  await client.hears('at_mentioned', 50);
  expect(home.logged.join('')).toContain('Mention dropped');
});
