import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testBothWays } from './both-ways.ts';

testBothWays({
  'log --git writes a commit for each step': async ({ home, run }) => {
    await run('append', 'Inbox', 'bread');
    await run('move', 'Inbox', 'Projects/List');
    await run('delete', 'Twin', '--json').catch(() => undefined);
    await run('write', 'New', 'text\n');
    const dir = join(home.base, 'history');
    expect(await run('log', '--git', dir)).toMatchObject({ exitCode: 0 });
    const show = (...args: string[]) => execFileSync('git', ['-C', dir, ...args]).toString();
    expect(show('log', '--format=%s|%an')).toBe(
      'write New.md|cli\nmove Inbox.md to Projects/List.md|cli\nappend to Inbox.md|cli\nWhat was there before|vaultd\n',
    );
    expect(show('show', 'HEAD:Projects/List.md')).toBe('milk\nbread\n');
    expect(show('show', 'HEAD~3:Inbox.md')).toBe('milk\n');
    expect((await run('log', '--git', dir)).exitCode).toBe(1);
  },

  'undo takes back several, diff and show tell what was different': async ({ file, run }) => {
    await run('write', 'Inbox', 'one\n');
    await run('append', 'Inbox', 'two');
    expect((await run('diff', 'Inbox')).stdout).toBe(
      '--- a/Inbox.md\n+++ b/Inbox.md\n@@ -1,1 +1,2 @@\n one\n+two\n',
    );
    const [latest] = JSON.parse((await run('log', '--json', '--since', '1h')).stdout);
    expect((await run('show', latest.change)).stdout).toContain('+two');
    expect((await run('undo', '--last', '2', '-n')).stdout).toContain('-two');
    await run('undo', '--client', 'cli', '--since', '1h');
    expect(file('Inbox.md')).toBe('milk\n');
    expect((await run('undo', '--client', 'nobody')).exitCode).toBe(1);
  },
});
