import { expect } from 'vitest';
import { testBothWays } from './both-ways.ts';

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `many/${String(i).padStart(2, '0')}.md`,
    `obsidian #t [[gone ${i}]]\n- [ ] task\n`,
  ]),
);
const lines = (text: string) => text.split('\n').length - 1;

testBothWays({
  'a search that is cut says so on the error stream, and --limit 0 shows all': async ({
    home,
    run,
  }) => {
    home.write(many);
    const cut = await run('search', '-l', 'obsidian');
    expect([lines(cut.stdout), cut.exitCode]).toEqual([50, 0]);
    expect(cut.stderr).toBe('Showing 50 of 60 notes. --limit 0 shows all.\n');
    const all = await run('search', '-l', 'obsidian', '--limit', '0');
    expect([lines(all.stdout), all.stderr]).toEqual([60, '']);
    const json = await run('search', 'obsidian', '--json', '--limit', '0');
    expect(JSON.parse(json.stdout)).toMatchObject({ total: 60, truncated: false });
    expect((await run('search', 'obsidian', '-q')).stderr).toBe('');
  },

  'so do lists, tasks, tags, links and the log': async ({ home, run }) => {
    home.write(many);
    for (const text of ['a', 'b', 'c']) await run('append', 'Inbox', text);
    const check = async (what: string, total: string, ...words: string[]) => {
      const cut = await run(...words, '--limit', '2');
      expect(lines(cut.stdout)).toBe(2);
      expect(cut.stderr).toBe(`Showing ${total} ${what}. --limit 0 shows all.\n`);
      const all = await run(...words, '--limit', '0');
      expect([lines(all.stdout) > 2, all.stderr]).toEqual([true, '']);
    };
    await check('files', 'the first 2', 'list');
    await check('notes', '2 of 64', 'list', '--orphans');
    await check('tasks', 'the first 2', 'tasks');
    await check('notes', '2 of 60', 'tags', '--notes', 't');
    await check('broken links', '2 of 60', 'links');
    await check('changes', 'the first 2', 'log');
    expect((await run('query', 'LIST FROM "many"', '--limit', '2')).stderr).toBe(
      'There are more rows. --limit 0 shows all.\n',
    );
  },

  'a search without a match exits with 1 and prints nothing': async ({ run }) => {
    expect(await run('search', 'nowhere')).toEqual({ exitCode: 1, stdout: '', stderr: '' });
    const json = await run('search', 'nowhere', '--json');
    expect([json.exitCode, JSON.parse(json.stdout).hits]).toEqual([1, []]);
  },

  'undo says how to redo, and redo how to undo': async ({ file, run }) => {
    await run('append', 'Inbox', 'bread');
    const undone = await run('undo');
    expect(undone.stdout).toMatch(
      /^notes: Undid "append to Inbox.md" \(1 file\)\. Redo: vaultd redo (\w+)\n$/,
    );
    expect(file('Inbox.md')).toBe('milk\n');
    const [, id = ''] = /redo (\w+)/.exec(undone.stdout) ?? [];
    const redone = await run('redo', id);
    expect(redone.stdout).toMatch(
      /^notes: Redid "append to Inbox.md" \(1 file\)\. Undo: vaultd undo \w+\n$/,
    );
    expect(file('Inbox.md')).toBe('milk\nbread\n');
    expect((await run('redo')).exitCode).toBe(1);
    expect((await run('undo')).stdout).toContain('Undid');
    expect(file('Inbox.md')).toBe('milk\n');
  },
});
