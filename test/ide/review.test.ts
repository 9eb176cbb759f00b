import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

/** A daemon with a stand-in for the program that opens links: it writes down what it is given. */
async function begin(env: NodeJS.ProcessEnv) {
  const home = IdeHome.open({ 'a.md': 'one\n', 'b.md': 'two\n' });
  const bin = join(home.base, 'bin');
  const opened = join(home.base, 'opened');
  mkdirSync(bin);
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  writeFileSync(join(bin, opener), `#!/bin/sh\necho "$1" >> '${opened}'\n`);
  chmodSync(join(bin, opener), 0o755);
  const PATH = `${bin}:${process.env.PATH}`;
  const child = await home.serveIde({ PATH, DISPLAY: '', SSH_CONNECTION: '', SSH_TTY: '', ...env });
  const client = await home.enter(home.addressOf(child));
  return {
    home,
    client,
    links: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
    propose: (note: string, text: string) => {
      const file = join(home.vault, note);
      const paths = { old_file_path: file, new_file_path: file };
      const change = { ...paths, new_file_contents: text, tab_name: `tab ${note}` };
      return client.ask('tools/call', { name: 'openDiff', arguments: change });
    },
    /** The client writes what it proposed, as it does once its user agrees. */
    write: (note: string, text: string) => writeFileSync(join(home.vault, note), text),
    run: (...words: string[]) => home.run([...words, '--vault', 'notes']),
  };
}

test('without a viewer, the review page is opened once, and the change waits there', async () => {
  const { home, client, links, propose, run } = await begin({ DISPLAY: ':0' });
  const first = propose('a.md', 'one\nmore\n');
  propose('b.md', 'two\nmore\n');
  await until(() => links().length > 0, 'the page to be opened');
  const diffs = async () => JSON.parse((await run('ide', 'diff', 'list', '--json')).stdout);
  expect(await diffs()).toMatchObject([
    { path: 'a.md', is_decided_elsewhere: false },
    { path: 'b.md', is_decided_elsewhere: false },
  ]);
  expect(links()).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/open\?key=[\w-]+#\/review$/),
  ]);
  // The link logs a browser in.
  const [link = ''] = links();
  const page = await fetch(link, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([303, '/']);
  const [{ id }] = await diffs();
  expect((await run('ide', 'diff', 'accept', id)).stdout).toBe('Accepted the change of a.md.\n');
  expect(await client.answer(first)).toMatchObject({
    result: { content: [{ text: 'FILE_SAVED' }, { text: 'one\nmore\n' }] },
  });
  expect(readFileSync(join(home.vault, 'a.md'), 'utf8')).toBe('one\n');
});

test.each([
  ['over SSH', { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }],
  ['without a desktop', {}],
])('%s nothing is opened: the client asks, and the shell shows the change', async (_where, env) => {
  const { client, links, propose, run } = await begin(env);
  expect(await client.answer(propose('a.md', 'one\nmore\n'))).toMatchObject({
    error: { code: -32_000 },
  });
  const shown = await run('ide', 'diff');
  expect(shown.stdout).toBe('--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,2 @@\n one\n+more\n');
  expect(shown.stderr).toBe('Accept or reject it in Claude Code.\n');
  const refused = await run('ide', 'diff', 'accept');
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('This change is decided where it was proposed.'),
  ]);
  await client.answer(client.ask('tools/call', { name: 'closeAllDiffTabs', arguments: {} }));
  expect((await run('ide', 'diff')).stderr).toContain('No change waits for a decision.');
  expect(links()).toEqual([]);
});

test('ide.open_review = false opens nothing', async () => {
  const home = IdeHome.open();
  rmSync(home.config, { force: true });
  home.configure('[ide]\nopen_review = false\n');
  const child = await home.serveIde({ DISPLAY: ':0', PATH: process.env.PATH ?? '' });
  const client = await home.enter(home.addressOf(child));
  const file = join(home.vault, 'a.md');
  const change = {
    old_file_path: file,
    new_file_path: file,
    new_file_contents: 'y',
    tab_name: 't',
  };
  const id = client.ask('tools/call', { name: 'openDiff', arguments: change });
  expect(await client.answer(id)).toMatchObject({ error: { code: -32_000 } });
});

test('an edit that the user accepts in Claude Code is in the history, and can be undone', async () => {
  const { home, client, propose, write, run } = await begin({});
  await client.answer(propose('a.md', 'one\nmore\n'));
  write('a.md', 'one\nmore\n');
  const log = async () => JSON.parse((await run('log', '--json')).stdout);
  await until(async () => (await log()).length > 0, 'the edit in the history');
  expect(await log()).toMatchObject([{ why: 'edit a.md', protocol: 'ide' }]);
  expect((await run('undo')).stdout).toContain('Undid "edit a.md" (1 file).');
  expect(readFileSync(join(home.vault, 'a.md'), 'utf8')).toBe('one\n');
  // What nobody proposed is an edit of its own, and stays out of the history.
  write('b.md', 'mine\n');
  await client.answer(propose('b.md', 'mine\nmore\n'));
  await client.answer(client.ask('tools/call', { name: 'closeAllDiffTabs', arguments: {} }));
  write('b.md', 'something else\n');
  expect((await run('read', 'b')).stdout).toBe('something else\n');
  expect(await log()).toHaveLength(2);
});
