import { expect } from 'vitest';
import { testBothWays } from './both-ways.ts';

testBothWays({
  'read prints a note as it is, named in any of the usual ways': async ({ run }) => {
    for (const name of [
      'Garden',
      'garden',
      'Projects/Garden',
      'Projects/Garden.md',
      '[[Garden#x]]',
    ]) {
      expect(await run('read', name)).toEqual({
        exitCode: 0,
        stdout: '# Garden\nsoil\n',
        stderr: '',
      });
    }
  },

  'read --json has the etag, size and time': async ({ run }) => {
    const { stdout } = await run('read', 'Inbox', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ path: 'Inbox.md', content: 'milk\n', size: 5 });
  },

  'a name that is not there, or there twice, is said so with what to do': async ({ run }) => {
    const missing = await run('read', 'Gardn');
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      'vaultd: No note is called "Gardn".\nDid you mean "Projects/Garden.md"?\n',
    ]);
    const twice = await run('read', 'Twin');
    expect([twice.exitCode, twice.stderr]).toEqual([
      1,
      'vaultd: 2 notes are called "Twin".\nUse the path of one of them:\n  A/Twin.md\n  B/Twin.md\n',
    ]);
    const json = await run('read', 'Twin', '--json');
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: -32004, data: { matches: ['A/Twin.md', 'B/Twin.md'] } },
    });
  },

  'list shows files, one a line': async ({ run }) => {
    const { stdout } = await run('list', '--ext', 'md');
    expect(stdout).toBe('A/Twin.md\nB/Twin.md\nInbox.md\nProjects/Garden.md\n');
    expect((await run('list', 'Projects')).stdout).toBe('Projects/Garden.md\n');
    expect((await run('list', '--limit', '1')).stdout).toBe('A/Twin.md\n');
  },

  'completion knows commands, options, notes, folders and steps': async ({ home, run }) => {
    home.write({ 'Tagged.md': '---\nstatus: open\n---\n#garden/soil\n' });
    const completed = async (...words: string[]) =>
      (await run('__complete', '--', ...words)).stdout
        .split('\n')
        .map((line) => line.split('\t')[0]);
    expect(await completed('rena')).toEqual(['rename', '']);
    expect(await completed('daemon', 'st')).toEqual(['start', 'stop', 'status', '']);
    expect(await completed('read', 'g')).toEqual(['Garden', '']);
    expect(await completed('read', 'tw')).toEqual(['']);
    expect(await completed('read', 'proj')).toEqual(['Projects/Garden', '']);
    expect(await completed('read', '--j')).toEqual(['--json', '']);
    expect(await completed('move', 'proj')).toEqual(['Projects/Garden', 'Projects/', '']);
    expect(await completed('move', 'Inbox', '')).toEqual(['A/', 'B/', 'Projects/', '']);
    expect(await completed('log', '--protocol', 'l')).toEqual(['local', '']);
    expect(await completed('tags', '--notes', 'garden/')).toEqual(['garden/soil', '']);
    expect(await completed('rename', 'tag', 'gard')).toEqual(['garden', 'garden/soil', '']);
    expect(await completed('props', 'Inbox', 'st')).toEqual(['status', '']);
    expect(await completed('search', '--in', 'pro')).toEqual(['Projects/', '']);
    expect(await completed('help', 'rena')).toEqual(['rename', '']);
    expect(await completed('setup', 'c')).toEqual([
      'claude-desktop',
      'claude-code',
      'codex',
      'cursor',
      '',
    ]);
    expect(await completed('completion', '')).toEqual(['bash', 'zsh', 'fish', '']);
    expect(await completed('serve', 'Pro')).toEqual(['Projects/', '']);
    expect(await completed('--vault', home.vault, 'read', 'gar')).toEqual(['Garden', '']);
    expect(await completed('--v')).toEqual(['--vault', '']);
    await run('append', 'Inbox', 'x');
    expect(await completed('log', '--client', '')).toEqual(['cli', '']);
  },

  'query prints an answer as Markdown, or in the form asked for': async ({ run }) => {
    const table = await run('query', 'TABLE file.size FROM "Projects"');
    expect(table).toMatchObject({ exitCode: 0, stderr: '' });
    expect(table.stdout).toContain('| [[Projects/Garden.md\\|Garden]] |');
    expect((await run('query', 'LIST', '-f', 'paths')).stdout).toContain('Inbox.md\n');
    expect((await run('query', '-e', 'this.file.name', '--from', 'Inbox')).stdout).toBe('Inbox\n');
    const rule = '{"==": [{"var": "path"}, "Inbox.md"]}';
    expect((await run('query', '--logic', rule)).stdout).toBe('Inbox.md\n');
    const wrong = await run('query', 'LIST WHERE');
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('Line 1, column 11: expected a blank'),
    ]);
  },

  'search prints matches as grep does in a pipe, paths or counts when asked': async ({
    file,
    home,
    run,
    runWith,
  }) => {
    home.write({ 'Projects/Garden.md': '# Garden\nsoil and more Soil\nlast\n' });
    expect((await run('search', 'soil')).stdout).toBe('Projects/Garden.md:2:soil and more Soil\n');
    expect((await run('search', '-s', 'Soil', '--count')).stdout).toBe('Projects/Garden.md:1\n');
    expect((await run('search', '-l', 'garden', 'soil')).stdout).toBe('Projects/Garden.md\n');
    expect((await run('search', '-C', '1', '-e', '^last')).stdout).toBe(
      'Projects/Garden.md:2:soil and more Soil\nProjects/Garden.md:3:last\n',
    );
    expect((await run('search', 'soil', '--in', 'A')).stdout).toBe('');
    const ranked = await run('search', '--ranked', 'garden', '--json');
    expect(JSON.parse(ranked.stdout).hits[0]).toMatchObject({ path: 'Projects/Garden.md' });
    const env = { EDITOR: 'printf "end\n" >>' };
    await runWith({ env }, 'search', 'soil', '--open');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil and more Soil\nlast\nend\n');
  },

  'links, tags, props and info tell what is in a note': async ({ home, run }) => {
    home.write({ 'Inbox.md': '---\nstatus: open\n---\n[[Garden]] [[gone]] #a/b\n' });
    expect((await run('links', 'Inbox')).stdout).toBe(
      '4  Garden  Projects/Garden.md\n4  gone    nowhere\n',
    );
    expect((await run('links', '-b', 'Garden')).stdout).toBe('4  Inbox.md  Garden\n');
    expect((await run('links', '--broken', 'Inbox')).stdout).toBe('4  gone  nowhere\n');
    expect((await run('tags')).stdout).toBe('#a    1\n#a/b  1\n');
    expect((await run('props', 'Inbox')).stdout).toBe('status  open\n');
    expect((await run('props', 'Inbox', 'status')).stdout).toBe('open\n');
    expect((await run('props', 'Inbox', 'none')).exitCode).toBe(1);
    const { stdout } = await run('info', 'Inbox', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ tags: ['a/b'], links: 2, broken_links: 1 });
  },
});
