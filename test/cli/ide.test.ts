import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseMention } from '../../src/cli/commands/ide.ts';
import { IdeClient } from '../support/ide-client.ts';
import type { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;
const clients: (IdeClient | RawClient)[] = [];
beforeEach(() => {
  home = new VaultHome({ 'A/x y.md': 'one\ntwo\n', 'b.md': '[[gone]] [[b#No]]\n' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await home.remove();
});

/** A session of Claude Code with the vault that is served. */
async function enter(): Promise<IdeClient> {
  const folder = join(home.base, '.claude/ide');
  await until(() => existsSync(folder) && readdirSync(folder).length === 1, 'the lock file');
  const lock = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8'));
  const client = await IdeClient.enter({ port: lock.port, token: lock.authToken }, home.vault);
  clients.push(client);
  await until(() => client.messages.some(({ method }) => method === 'roots/list'), 'readiness');
  return client;
}

async function editor(): Promise<RawClient> {
  const client = await home.connect();
  clients.push(client);
  return client;
}

const cli = (...args: string[]) => home.run(args, { cwd: home.vault });

test('an editor on the local wire is what Claude Code sees', async () => {
  await home.serve();
  const [session, vim] = [await enter(), await editor()];
  const selection = { start: { line: 1, character: 3 }, end: { line: 0, character: 0 } };
  const state = { active: 'A/x y.md', selection, dirty: ['A/x y.md'] };
  expect(await vim.call('SetEditorState', state)).toMatchObject({ result: {} });
  expect(await session.hears('selection_changed')).toMatchObject({
    filePath: join(home.vault, 'A/x y.md'),
    text: 'one\ntwo',
    selection: { start: { line: 0, character: 0 }, end: { line: 1, character: 3 } },
  });
  const { tabs } = await session.toolJson('getOpenEditors');
  expect(tabs).toMatchObject([{ label: 'x y.md', isDirty: true, isActive: true }]);
  expect(await vim.call('GetEditorState')).toMatchObject({
    result: { active: 'A/x y.md', text: 'one\ntwo', open: ['A/x y.md'] },
  });
  expect(await vim.call('SetEditorState', { aktive: 'x' })).toMatchObject({
    error: { code: -32602 },
  });
  vim.close();
  await until(
    () => session.heard('selection_changed').at(-1)?.filePath === undefined,
    'the editor to be forgotten',
  );
});

test('vaultd mention, with lines as people count them', async () => {
  await home.serve();
  expect(await cli('mention', 'b')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('No Claude Code session is connected.'),
  });
  const session = await enter();
  expect(await cli('mention', 'x y:1-2', 'b.md')).toMatchObject({
    exitCode: 0,
    stdout: 'Mentioned A/x y.md.\nMentioned b.md.\n',
  });
  await session.hears('at_mentioned', 2);
  expect(session.heard('at_mentioned')).toEqual([
    { filePath: `"${join(home.vault, 'A/x y.md')}"`, lineStart: 0, lineEnd: 1 },
    { filePath: join(home.vault, 'b.md') },
  ]);
});

test('the lines of a mention', () => {
  expect(parseMention('a b')).toEqual({ name: 'a b', lines: {} });
  expect(parseMention('a:3')).toEqual({ name: 'a', lines: { lineStart: 2, lineEnd: 2 } });
  expect(parseMention('a: b:10-15')).toEqual({
    name: 'a: b',
    lines: { lineStart: 9, lineEnd: 14 },
  });
  expect(() => parseMention('a:0')).toThrow('counted from 1');
});

test('vaultd ide status and env', async () => {
  await home.serve();
  const session = await enter();
  const status = await cli('ide', 'status', '--json');
  const [vault] = JSON.parse(status.stdout);
  expect(vault).toMatchObject({
    vault: 'notes',
    share: 'selection',
    clients: [{ name: 'claude-code', version: '2.1.325', pid: process.pid, folder: home.vault }],
  });
  expect((await cli('ide', 'status')).stdout).toContain(`127.0.0.1:${vault.port}`);
  expect(await cli('ide', 'env')).toMatchObject({
    exitCode: 0,
    stdout: `CLAUDE_CODE_SSE_PORT=${vault.port}\nENABLE_IDE_INTEGRATION=true\n`,
  });
  const inEditor = await home.run(['ide', 'status'], { env: { TERM_PROGRAM: 'vscode' } });
  expect(inEditor.stderr).toContain('vaultd ide env');
  session.close();
});

test('changes are shown, accepted and rejected from a shell', async () => {
  await home.serve();
  const [session, viewer] = [await enter(), await editor()];
  const propose = (tab: string) =>
    session.ask('tools/call', {
      name: 'openDiff',
      arguments: {
        old_file_path: join(home.vault, 'b.md'),
        new_file_path: join(home.vault, 'b.md'),
        new_file_contents: 'better\n',
        tab_name: tab,
      },
    });
  expect(await session.answer(propose('early'))).toMatchObject({ error: { code: -32000 } });
  // Its user has decided in the terminal of the client.
  const closed = { name: 'close_tab', arguments: { tab_name: 'early' } };
  await session.answer(session.ask('tools/call', closed));
  await viewer.call('Subscribe', { events: ['DiffOpened', 'DiffClosed'] });
  const first = propose('one');
  expect(await viewer.json()).toMatchObject({
    type: 'DiffOpened',
    data: { vault: 'notes', path: 'b.md', title: 'one', client: 'claude-code', is_stale: false },
  });
  expect((await cli('ide', 'diff', 'list')).stdout).toContain('b.md');
  const shown = await cli('ide', 'diff', 'show');
  expect(shown.stdout).toContain('-[[gone]] [[b#No]]\n+better\n');
  expect(await cli('ide', 'diff', 'accept')).toMatchObject({ exitCode: 0 });
  expect(await session.answer(first)).toMatchObject({
    result: { content: [{ text: 'FILE_SAVED' }, { text: 'better\n' }] },
  });
  expect(await viewer.json()).toMatchObject({ type: 'DiffClosed', data: { reason: 'accepted' } });
  const second = propose('two');
  await viewer.json();
  expect(await cli('ide', 'diff', 'reject')).toMatchObject({ exitCode: 0 });
  expect(await session.answer(second)).toMatchObject({
    result: { content: [{ text: 'DIFF_REJECTED' }, { text: 'two' }] },
  });
  expect(await cli('ide', 'diff', 'show')).toMatchObject({ exitCode: 1 });
  await viewer.json();
  await viewer.call('Unsubscribe');
  expect(await session.answer(propose('late'))).toMatchObject({ error: { code: -32000 } });
  expect(readFileSync(join(home.vault, 'b.md'), 'utf8')).toBe('[[gone]] [[b#No]]\n');
});

test('sharing is switched while everybody stays connected', async () => {
  await home.serve();
  const [session, vim] = [await enter(), await editor()];
  await vim.call('SetEditorState', { active: 'b.md' });
  await session.hears('selection_changed');
  expect(await vim.call('SetSharing', { mode: 'off' })).toMatchObject({ result: { mode: 'off' } });
  await until(
    () => session.heard('selection_changed').at(-1)?.filePath === undefined,
    'it to be cleared',
  );
});

test('vaultd lint, with and without the daemon', async () => {
  const expected = [
    'b.md:1:1 warning No note is named "gone". [broken-link]',
    'b.md:1:10 warning "b.md" has no heading "No". [broken-anchor]',
    '2 problems in 1 note.',
    '',
  ].join('\n');
  expect(await cli('lint', '--vault', home.vault)).toMatchObject({ exitCode: 1, stdout: expected });
  await home.serve();
  expect(await cli('lint')).toMatchObject({ exitCode: 1, stdout: expected });
  expect(await cli('lint', 'A')).toMatchObject({ exitCode: 0, stdout: 'No problems.\n' });
  const only = await cli('lint', 'b', '--only', 'broken-anchor', '--json');
  expect(JSON.parse(only.stdout)).toMatchObject([
    { path: 'b.md', problems: [{ code: 'broken-anchor', range: { start: { line: 0 } } }] },
  ]);
});

test('vaultd lint finds in the example vault what was planted there', async () => {
  const example = join(home.base, 'example');
  cpSync(fileURLToPath(new URL('../../example-vault', import.meta.url)), example, {
    recursive: true,
  });
  const { stdout } = await home.run(['lint', '--vault', example, '--json']);
  const found = JSON.parse(stdout) as { path: string; problems: unknown[] }[];
  const count = found.reduce((sum, { problems }) => sum + problems.length, 0);
  const readme = readFileSync(join(example, 'Lint playground/README.md'), 'utf8');
  expect(count).toBe(readme.match(/^\| [a-z-]+.* \| \d+ \| `/gm)?.length);
});
