import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { VaultHome } from '../support/vault-daemon.ts';
import { testBothWays } from './both-ways.ts';

/** What an editor leaves when a text could not be written stays there, and goes with the home. */
function makeTemporary(home: VaultHome): string {
  const folder = join(home.base, 'tmp');
  mkdirSync(folder);
  return folder;
}

testBothWays({
  'write takes text from a word or from standard input': async ({ file, run, runWith }) => {
    expect((await run('write', 'New/Note', 'hello')).stdout).toMatch(
      /^notes: Wrote New\/Note\.md\. Undo/,
    );
    expect(file('New/Note.md')).toBe('hello');
    await runWith({ stdin: 'from a pipe\n' }, 'write', 'Inbox');
    expect(file('Inbox.md')).toBe('from a pipe\n');
    const { exitCode } = await run('write', '--new', 'Inbox', 'x');
    expect([exitCode, file('Inbox.md')]).toEqual([1, 'from a pipe\n']);
  },

  'write --dry-run shows the difference and writes nothing': async ({ file, run }) => {
    const { stdout } = await run('write', '-n', 'Inbox', 'milk\neggs\n');
    expect(stdout).toBe('--- a/Inbox.md\n+++ b/Inbox.md\n@@ -1,1 +1,2 @@\n milk\n+eggs\n');
    expect(file('Inbox.md')).toBe('milk\n');
  },

  'append begins on a line of its own, and makes a note only when asked': async ({
    file,
    run,
    runWith,
  }) => {
    await run('append', 'Twin', 'x').then(({ exitCode }) => expect(exitCode).toBe(1));
    await run('append', 'A/Twin', 'more');
    expect(file('A/Twin.md')).toBe('1\nmore\n');
    await runWith({ stdin: 'a\nb\n' }, 'append', 'Garden');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\na\nb\n');
    expect((await run('append', 'Log', 'x')).exitCode).toBe(1);
    await run('append', '--create', 'Log', 'x');
    expect(file('Log.md')).toBe('x\n');
  },

  'edit writes what the editor left, and nothing when it left all as it was': async ({
    file,
    home,
    runWith,
  }) => {
    const TMPDIR = makeTemporary(home);
    const env = { EDITOR: 'printf "eggs\n" >>', TMPDIR };
    expect((await runWith({ env }, 'edit', 'Inbox')).stdout).toMatch(/^notes: Wrote Inbox\.md/);
    expect(file('Inbox.md')).toBe('milk\neggs\n');
    const idle = await runWith({ env: { EDITOR: 'true', TMPDIR } }, 'edit', 'Inbox');
    expect(idle.stdout).toBe('Nothing was changed.\n');
    expect(readdirSync(TMPDIR)).toEqual([]);
  },

  'an editor that fails leaves no copy, unless there is a text in it': async ({
    file,
    home,
    runWith,
  }) => {
    const TMPDIR = makeTemporary(home);
    const edit = (EDITOR: string) => runWith({ env: { EDITOR, TMPDIR } }, 'edit', 'Inbox', '-q');
    const failed = await edit('false');
    expect([failed.exitCode, failed.stderr]).toEqual([1, 'vaultd: The editor "false" failed.\n']);
    expect(readdirSync(TMPDIR)).toEqual([]);
    const { exitCode, stderr } = await edit(`sh -c 'echo mine > "$1"; false' --`);
    expect([exitCode, file('Inbox.md')]).toEqual([1, 'milk\n']);
    const kept = /Your text is still in (.*)\.\n/.exec(stderr)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toBe('mine\n');
  },

  'edit never overwrites what somebody else wrote meanwhile': async ({ file, home, runWith }) => {
    const EDITOR = `sh -c 'echo theirs > "${home.vault}/Inbox.md"; echo mine > "$1"' --`;
    const env = { EDITOR, TMPDIR: makeTemporary(home) };
    const { exitCode, stderr } = await runWith({ env }, 'edit', 'Inbox');
    expect([exitCode, file('Inbox.md')]).toEqual([1, 'theirs\n']);
    const kept = /Your text is still in (.*)\.\n/.exec(stderr)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toBe('mine\n');
  },

  'patch, replace, props and tags change a part of a note': async ({ file, home, run }) => {
    home.write({ 'Inbox.md': '---\nstatus: open\n---\n# List\nmilk\n# Other\n' });
    await run('patch', 'Inbox', '-H', 'List', '- eggs');
    await run('replace', 'Inbox', 'milk', 'oat milk');
    await run('props', 'Inbox', 'count', '3');
    await run('props', 'Inbox', 'status', '--delete');
    await run('tags', 'Inbox', '--add', 'food', '--add', 'home');
    expect(file('Inbox.md')).toBe(
      '---\ncount: 3\ntags:\n  - food\n  - home\n---\n# List\noat milk\n\n- eggs\n# Other\n',
    );
    expect((await run('read', 'Inbox', '-H', 'List')).stdout).toBe('# List\noat milk\n\n- eggs\n');
    expect((await run('tags', '--notes', 'food')).stdout).toBe('Inbox.md\n');
    expect((await run('props')).stdout).toContain('count');
    expect((await run('outline', 'Inbox')).stdout).toContain('    7  List\n');
    expect((await run('patch', 'Inbox', 'x')).exitCode).toBe(2);
  },

  'what to do about a failed patch is said in words of the vault, and names no tool': async ({
    home,
    run,
  }) => {
    home.write({ 'Inbox.md': '# List\nmilk\n# Twice\n# Twice\n' });
    const fails = async (...args: string[]) => (await run('patch', 'Inbox', ...args)).stderr;
    expect(await fails('-H', 'List', 'milk')).toBe(
      'vaultd: The section already holds this content.\nNothing needs to be done.\n',
    );
    expect(await fails('-H', 'Twice', 'x')).toBe(
      'vaultd: Several headings could be meant by "Twice".\nThese headings have the same full path. Rename one of them first.\n',
    );
    expect(await fails('-H', 'None', 'x')).toBe(
      'vaultd: The note has no heading "None".\nvaultd outline NOTE shows what there is; --create adds a missing section.\n',
    );
  },

  'a daily note that is missing begins with the template of the vault': async ({ home, run }) => {
    home.write({
      '.obsidian/daily-notes.json': '{"folder":"Days","template":"Forms/day"}',
      'Forms/day.md': '# {{title}}\n\n## Log\n',
    });
    await run('daily', '--date', '2026-05-02', '- watered');
    const day = '# 2026-05-02\n\n## Log\n- watered\n';
    expect((await run('daily', '--date', '2026-05-02')).stdout).toBe(day);
    await run('daily', '--date', '2026-05-02', '- slept');
    expect((await run('daily', '--date', '2026-05-02')).stdout).toBe(`${day}- slept\n`);
  },

  'daily reads and makes the note of a day, tasks and links look at the whole vault': async ({
    run,
  }) => {
    expect((await run('daily', '--date', '2026-05-01', '--path')).stdout).toBe('2026-05-01.md\n');
    await run('daily', '--date', '2026-05-01', '- [ ] plant [[beans]]');
    expect((await run('daily', '--date', '2026-05-01')).stdout).toBe('- [ ] plant [[beans]]\n');
    expect((await run('tasks')).stdout).toBe('2026-05-01.md:1:[ ] plant [[beans]]\n');
    expect((await run('tasks', '--done')).stdout).toBe('No tasks.\n');
    expect((await run('links')).stdout).toBe('1  beans  2026-05-01.md\n');
    expect((await run('list', '--orphans')).stdout).toContain('Inbox.md\n');
  },
});
