import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { openDashboard } from '../support/browser.ts';
import { ClaudeCode, noClaudeCode, startModel } from '../support/claude-code.ts';
import { goTo } from '../support/dashboard.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

const before = '# A\nfirst line\nsecond line\nthird line\n';
const after = before.replace('second line', 'second line CHANGED');

/** A daemon, and a stand-in for the program that opens links: it writes down what it is given. */
async function begin(env: NodeJS.ProcessEnv) {
  const home = IdeHome.open({ 'notes/a.md': before });
  const bin = join(home.base, 'bin');
  const opened = join(home.base, 'opened');
  mkdirSync(bin);
  const opener = join(bin, process.platform === 'darwin' ? 'open' : 'xdg-open');
  writeFileSync(opener, `#!/bin/sh\necho "$1" >> '${opened}'\n`);
  chmodSync(opener, 0o755);
  const PATH = `${bin}:${process.env.PATH}`;
  await home.serveIde({ PATH, DISPLAY: '', SSH_CONNECTION: '', SSH_TTY: '', ...env });
  const run = (...words: string[]) => home.run([...words, '--vault', 'notes']);
  const note = () => readFileSync(join(home.vault, 'notes/a.md'), 'utf8');
  return {
    home,
    run,
    note,
    links: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
    /** Starts the client, which connects by itself. */
    async start() {
      const claude = await ClaudeCode.start(home, await startModel(home));
      const control = await home.control();
      const isConnected = async () => {
        const { result } = await control.call('GetStatus');
        const { protocols } = Object(result);
        const ide = protocols.find(({ protocol }: { protocol: string }) => protocol === 'ide');
        return ide?.vaults?.[0]?.clients.length > 0;
      };
      await until(isConnected, 'Claude Code to connect');
      await claude.shows(/^❯/m);
      return claude;
    },
    /** The edit of the client is in the history by its name, and can be undone. */
    async undoes() {
      await until(() => note() === after, 'the client to write the note');
      const log = async () => JSON.parse((await run('log', '--json')).stdout);
      await until(async () => (await log())[0]?.why === 'edit notes/a.md', 'the edit in the log');
      expect((await log())[0]).toMatchObject({
        protocol: 'ide',
        client: expect.stringMatching(/claude/i),
      });
      expect((await run('undo')).stdout).toContain('Undid "edit notes/a.md" (1 file).');
      expect(note()).toBe(before);
    },
  };
}

test.skipIf(noClaudeCode !== undefined)(
  'an edit without a viewer opens the review page, and can be accepted and undone',
  async () => {
    const { start, run, links, undoes } = await begin({ DISPLAY: ':0' });
    const claude = await start();
    await claude.ask('EDITFILE');
    await until(() => links().length > 0, 'the page to be opened');
    expect(links()).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/open\?.*#\/review$/),
    ]);
    await claude.shows(/Do you want to make this edit/);
    expect((await run('ide', 'diff')).stdout).toContain('+second line CHANGED');
    expect((await run('ide', 'diff', 'accept')).stdout).toContain('Accepted');
    await claude.shows(/PROBE-DONE/);
    await undoes();
  },
);

test.skipIf(noClaudeCode !== undefined || findBrowser() === undefined)(
  'with the dashboard open, the edit is shown and accepted there',
  async () => {
    const { home, start, links, undoes } = await begin({ DISPLAY: ':0' });
    const { page } = await openDashboard(home);
    await goTo(page, '#/review');
    await page.getByText('Nothing to review').waitFor();
    const claude = await start();
    await claude.ask('EDITFILE');
    await page.getByText('second line CHANGED').first().waitFor();
    await page.getByRole('button', { name: /Accept/ }).click();
    await claude.shows(/PROBE-DONE/);
    await undoes();
    expect(links()).toEqual([]);
  },
);

test.skipIf(noClaudeCode !== undefined)(
  'with the diff tool that setup writes, the terminal shows the edit',
  async () => {
    const { home, start, note, links } = await begin({ DISPLAY: ':0' });
    // The servers of the client stand in the folder that setup runs in, and would raise a question.
    const cwd = join(home.base, 'elsewhere');
    mkdirSync(cwd);
    const words = ['setup', 'claude-code', home.vault, '--diff-tool', 'terminal', '--write'];
    expect((await home.run(words, { cwd })).exitCode).toBe(0);
    const claude = await start();
    await claude.ask('EDITFILE');
    await claude.shows(/second line CHANGED/);
    await claude.shows(/Do you want to make this edit/);
    await claude.press('Enter');
    await claude.shows(/PROBE-DONE/);
    expect(note()).toBe(after);
    expect(links()).toEqual([]);
  },
);
