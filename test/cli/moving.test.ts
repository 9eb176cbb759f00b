import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testBothWays } from './both-ways.ts';

testBothWays({
  'bulk changes what fits as one step, and shows it first': async ({ file, run, runWith }) => {
    const edit = ['bulk', '--text', 'soil', '-r', 'soil', '-w', 'earth'];
    const shown = await run(...edit, '-n');
    expect(shown.stdout).toContain('-soil\n+earth');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    const refused = await run(...edit, '--expect', '2');
    expect(refused.stderr).toContain('1 note would change, and 2 were expected.');
    expect((await run(...edit)).exitCode).toBe(0);
    expect(file('Projects/Garden.md')).toBe('# Garden\nearth\n');
    await run('undo');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    const list = JSON.stringify([{ path: 'Inbox.md', edit: { type: 'addTags', tags: ['x'] } }]);
    await runWith({ stdin: list }, 'bulk', '--edits', '-');
    expect(file('Inbox.md')).toContain('- x');
  },

  'headings, tags and properties are renamed, notes merged and split': async ({ file, run }) => {
    await run('write', 'Links', '[[Garden#Garden]] #old/x\n');
    await run('rename', 'heading', 'Garden', 'Garden', 'Plot');
    await run('rename', 'tag', 'old', 'new');
    expect(file('Links.md')).toBe('[[Garden#Plot]] #new/x\n');
    await run('move', 'section', 'Garden', 'Plot', 'Plot');
    expect(file('Links.md')).toBe('[[Plot#Plot]] #new/x\n');
    await run('move', 'into', 'Plot', 'Inbox');
    expect(file('Plot.md')).toBe('# Plot\nsoil\n\nmilk\n');
    await run('props', 'Plot', 'old', '1');
    await run('rename', 'property', 'old', 'new');
    expect(file('Plot.md')).toContain('new: 1');
  },

  'move, rename and delete do what they say, and undo takes them back one by one': async ({
    file,
    home,
    run,
  }) => {
    await run('move', 'Garden', 'Archive/');
    expect(existsSync(join(home.vault, 'Archive/Garden.md'))).toBe(true);
    await run('rename', 'Garden', 'Green');
    expect(existsSync(join(home.vault, 'Archive/Green.md'))).toBe(true);
    expect((await run('delete', 'Green')).stdout).toMatch(/^notes: Trashed Archive\/Green\.md\./);
    expect(existsSync(join(home.vault, '.trash/Archive/Green.md'))).toBe(true);
    const { stdout } = await run('log', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{}, {}, { client: 'cli', protocol: 'local' }]);
    for (let i = 0; i < 3; i++) expect((await run('undo')).stdout).toMatch(/^notes: Undid/);
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    expect((await run('undo')).stderr).toBe('vaultd: There is nothing to undo.\n');
  },

  'a folder with "/" at its end moves with all that is in it, and links follow': async ({
    file,
    home,
    run,
  }) => {
    home.write({ 'Inbox.md': 'see [[Projects/Garden]]\n', 'Projects/v1.2/Deep.md': 'deep\n' });
    const before = home.tree();
    const moved = await run('move', 'Projects/', 'Archive/Done');
    expect(moved.stdout).toMatch(/^notes: Moved Projects to Archive\/Done\. 1 link changed\./);
    expect(file('Inbox.md')).not.toContain('Projects');
    await run('rename', 'Archive/Done/v1.2/', 'v2');
    await run('move', 'Archive/Done/v2/', 'Later/');
    expect(file('Later/v2/Deep.md')).toBe('deep\n');
    const { exitCode, stderr } = await run('move', 'Archive/Done', 'X/');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"Archive/Done/"')]);
    for (let i = 0; i < 3; i++) await run('undo');
    expect(home.tree()).toEqual(before);
  },

  'whatever writes can be rehearsed, and then nothing is written': async ({ home, run }) => {
    home.write({ 'Inbox.md': '---\nstatus: open\n---\n# List\nsee [[Garden]]\n' });
    const before = home.tree();
    const rehearsed = async (...args: string[]) => (await run(...args, '--dry-run')).stdout;
    expect(await rehearsed('move', 'Garden', 'X/Green')).toBe(
      [
        '--- a/Inbox.md\n+++ b/Inbox.md\n@@ -2,4 +2,4 @@\n status: open\n ---\n # List',
        '-see [[Garden]]\n+see [[Green]]\nmove Projects/Garden.md → X/Green.md\n',
      ].join('\n'),
    );
    expect(await rehearsed('delete', 'Garden')).toBe(
      'move Projects/Garden.md → .trash/Projects/Garden.md\n',
    );
    expect(await rehearsed('delete', 'Garden', '--permanent')).toBe('delete Projects/Garden.md\n');
    expect(await rehearsed('append', 'Inbox', 'x')).toContain('\n+x\n');
    expect(await rehearsed('write', 'New', 'x')).toContain('--- /dev/null\n+++ b/New.md');
    expect(await rehearsed('patch', 'Inbox', '-H', 'List', '- y')).toContain('\n+- y\n');
    expect(await rehearsed('replace', 'Inbox', 'see', 'saw')).toContain('\n+saw [[Garden]]\n');
    expect(await rehearsed('props', 'Inbox', 'status', 'done')).toContain('\n+status: done\n');
    expect(await rehearsed('tags', 'Inbox', '--add', 'idea')).toContain('idea');
    expect(await rehearsed('daily', 'x')).toContain('\n+x\n');
    expect(home.tree()).toEqual(before);
    expect(JSON.parse((await run('log', '--json')).stdout)).toEqual([]);
  },
});
