import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../support/raw-client.ts';
import { type Ran, type RunOptions, VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;
afterEach(() => home.remove());

const notes = {
  '.obsidian/app.json': '{}',
  'Inbox.md': 'milk\n',
  'Projects/Garden.md': '# Garden\nsoil\n',
  'A/Twin.md': '1',
  'B/Twin.md': '2',
};

const file = (path: string) => readFileSync(join(home.vault, path), 'utf8');

/** The same commands with and without a daemon must do the same. */
describe.each(['through the daemon', 'in one process'])('%s', (how) => {
  beforeEach(async () => {
    home = new VaultHome(notes);
    if (how === 'through the daemon') await home.serve();
  });

  const run = (...args: string[]): Promise<Ran> => home.run(args, { cwd: home.vault });
  const runWith = (options: RunOptions, ...args: string[]): Promise<Ran> =>
    home.run(args, { cwd: home.vault, ...options });

  test('read prints a note as it is, named in any of the usual ways', async () => {
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
  });

  test('read --json has the etag, size and time', async () => {
    const { stdout } = await run('read', 'Inbox', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ path: 'Inbox.md', content: 'milk\n', size: 5 });
  });

  test('bulk changes what fits as one step, and shows it first', async () => {
    const edit = ['bulk', '--text', 'soil', '-r', 'soil', '-w', 'earth'];
    const shown = await run(...edit, '-n');
    expect(shown.stdout).toContain('-soil\n+earth');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    const refused = await run(...edit, '--expect', '2');
    expect(refused.stderr).toContain('1 notes would change, and 2 were expected.');
    expect((await run(...edit)).exitCode).toBe(0);
    expect(file('Projects/Garden.md')).toBe('# Garden\nearth\n');
    await run('undo');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    const list = JSON.stringify([{ path: 'Inbox.md', edit: { type: 'addTags', tags: ['x'] } }]);
    await runWith({ stdin: list }, 'bulk', '--edits', '-');
    expect(file('Inbox.md')).toContain('- x');
  });

  test('headings, tags and properties are renamed, notes merged and split', async () => {
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
  });

  test('log --git writes a commit for each step', async () => {
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
    expect((await run('log', '--git', dir)).exitCode).toBe(2);
  });

  test('a name that is not there, or there twice, is said so with what to do', async () => {
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
  });

  test('write takes text from a word or from standard input', async () => {
    expect((await run('write', 'New/Note', 'hello')).stdout).toMatch(/^Wrote New\/Note\.md\. Undo/);
    expect(file('New/Note.md')).toBe('hello');
    await runWith({ stdin: 'from a pipe\n' }, 'write', 'Inbox');
    expect(file('Inbox.md')).toBe('from a pipe\n');
    const { exitCode } = await run('write', '--new', 'Inbox', 'x');
    expect([exitCode, file('Inbox.md')]).toEqual([1, 'from a pipe\n']);
  });

  test('write --dry-run shows the difference and writes nothing', async () => {
    const { stdout } = await run('write', '-n', 'Inbox', 'milk\neggs\n');
    expect(stdout).toBe('--- a/Inbox.md\n+++ b/Inbox.md\n@@ -1,1 +1,2 @@\n milk\n+eggs\n');
    expect(file('Inbox.md')).toBe('milk\n');
  });

  test('append begins on a line of its own, and makes a note only when asked', async () => {
    await run('append', 'Twin', 'x').then(({ exitCode }) => expect(exitCode).toBe(1));
    await run('append', 'A/Twin', 'more');
    expect(file('A/Twin.md')).toBe('1\nmore\n');
    await runWith({ stdin: 'a\nb\n' }, 'append', 'Garden');
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\na\nb\n');
    expect((await run('append', 'Log', 'x')).exitCode).toBe(1);
    await run('append', '--create', 'Log', 'x');
    expect(file('Log.md')).toBe('x\n');
  });

  test('edit writes what the editor left, and nothing when it left all as it was', async () => {
    const env = { EDITOR: 'printf "eggs\n" >>' };
    expect((await runWith({ env }, 'edit', 'Inbox')).stdout).toMatch(/^Wrote Inbox\.md/);
    expect(file('Inbox.md')).toBe('milk\neggs\n');
    const idle = await runWith({ env: { EDITOR: 'true' } }, 'edit', 'Inbox');
    expect(idle.stdout).toBe('Nothing was changed.\n');
    const failed = await runWith({ env: { EDITOR: 'false' } }, 'edit', 'Inbox');
    expect(failed.exitCode).toBe(2);
  });

  test('edit never overwrites what somebody else wrote meanwhile', async () => {
    const env = { EDITOR: `sh -c 'echo theirs > "${home.vault}/Inbox.md"; echo mine > "$1"' --` };
    const { exitCode, stderr } = await runWith({ env }, 'edit', 'Inbox');
    expect([exitCode, file('Inbox.md')]).toEqual([1, 'theirs\n']);
    const kept = /Your text is still in (.*)\.\n/.exec(stderr)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toBe('mine\n');
  });

  test('move, rename and delete do what they say, and undo takes them back one by one', async () => {
    await run('move', 'Garden', 'Archive/');
    expect(existsSync(join(home.vault, 'Archive/Garden.md'))).toBe(true);
    await run('rename', 'Garden', 'Green');
    expect(existsSync(join(home.vault, 'Archive/Green.md'))).toBe(true);
    expect((await run('delete', 'Green')).stdout).toMatch(/^Trashed Archive\/Green\.md\./);
    expect(existsSync(join(home.vault, '.trash/Archive/Green.md'))).toBe(true);
    const { stdout } = await run('log', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{}, {}, { client: 'cli', door: 'local' }]);
    for (let i = 0; i < 3; i++) expect((await run('undo')).stdout).toMatch(/^Took back/);
    expect(file('Projects/Garden.md')).toBe('# Garden\nsoil\n');
    expect((await run('undo')).stderr).toBe('vaultd: There is nothing to undo.\n');
  });

  test('a folder with "/" at its end moves with all that is in it, and links follow', async () => {
    home.write({ 'Inbox.md': 'see [[Projects/Garden]]\n', 'Projects/v1.2/Deep.md': 'deep\n' });
    const before = home.tree();
    const moved = await run('move', 'Projects/', 'Archive/Done');
    expect(moved.stdout).toMatch(/^Moved Projects to Archive\/Done\. 1 link changed\./);
    expect(file('Inbox.md')).not.toContain('Projects');
    await run('rename', 'Archive/Done/v1.2/', 'v2');
    await run('move', 'Archive/Done/v2/', 'Later/');
    expect(file('Later/v2/Deep.md')).toBe('deep\n');
    const { exitCode, stderr } = await run('move', 'Archive/Done', 'X/');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"Archive/Done/"')]);
    for (let i = 0; i < 3; i++) await run('undo');
    expect(home.tree()).toEqual(before);
  });

  test('whatever writes can be rehearsed, and then nothing is written', async () => {
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
  });

  test('patch, replace, props and tags change a part of a note', async () => {
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
  });

  test('a daily note that is missing begins with the template of the vault', async () => {
    home.write({
      '.obsidian/daily-notes.json': '{"folder":"Days","template":"Forms/day"}',
      'Forms/day.md': '# {{title}}\n\n## Log\n',
    });
    await run('daily', '--date', '2026-05-02', '- watered');
    const day = '# 2026-05-02\n\n## Log\n- watered\n';
    expect((await run('daily', '--date', '2026-05-02')).stdout).toBe(day);
    await run('daily', '--date', '2026-05-02', '- slept');
    expect((await run('daily', '--date', '2026-05-02')).stdout).toBe(`${day}- slept\n`);
  });

  test('daily reads and makes the note of a day, tasks and links look at the whole vault', async () => {
    expect((await run('daily', '--date', '2026-05-01', '--path')).stdout).toBe('2026-05-01.md\n');
    await run('daily', '--date', '2026-05-01', '- [ ] plant [[beans]]');
    expect((await run('daily', '--date', '2026-05-01')).stdout).toBe('- [ ] plant [[beans]]\n');
    expect((await run('tasks')).stdout).toBe('2026-05-01.md:1:[ ] plant [[beans]]\n');
    expect((await run('tasks', '--done')).stdout).toBe('No tasks.\n');
    expect((await run('links')).stdout).toBe('1  beans  2026-05-01.md\n');
    expect((await run('list', '--orphans')).stdout).toContain('Inbox.md\n');
  });

  test('undo takes back several, diff and show tell what was different', async () => {
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
    expect((await run('undo', '--client', 'nobody')).exitCode).toBe(2);
  });

  test('list shows files, one a line', async () => {
    const { stdout } = await run('list', '--ext', 'md');
    expect(stdout).toBe('A/Twin.md\nB/Twin.md\nInbox.md\nProjects/Garden.md\n');
    expect((await run('list', 'Projects')).stdout).toBe('Projects/Garden.md\n');
    expect((await run('list', '--limit', '1')).stdout).toBe('A/Twin.md\n');
  });

  test('completion knows commands, options, notes, folders and steps', async () => {
    const completed = async (...words: string[]) =>
      (await run('__complete', '--', ...words)).stdout
        .split('\n')
        .map((line) => line.split('\t')[0]);
    expect(await completed('rena')).toEqual(['rename', '']);
    expect(await completed('daemon', 'st')).toEqual(['start', 'stop', 'status', '']);
    expect(await completed('read', 'g')).toEqual(['']);
    expect(await completed('read', 'proj')).toEqual(['Projects/Garden', '']);
    expect(await completed('read', '--j')).toEqual(['--json', '']);
    expect(await completed('move', 'proj')).toEqual(['Projects/Garden', 'Projects/', '']);
    expect(await completed('move', 'Inbox', '')).toEqual(['A/', 'B/', 'Projects/', '']);
    expect(await completed('log', '--door', 'l')).toEqual(['local', '']);
  });

  test('query prints an answer as Markdown, or in the form asked for', async () => {
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
  });

  test('search prints matches as grep does in a pipe, paths or counts when asked', async () => {
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
  });

  test('links, tags, props and info tell what is in a note', async () => {
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
  });

  test('call sends one request', async () => {
    const { stdout } = await run('call', 'ReadNote', '{"path":"Inbox.md"}');
    expect(JSON.parse(stdout)).toMatchObject({ content: 'milk\n' });
    const unknown = await run('call', 'Nope');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, 'vaultd: method not found: Nope\n']);
    expect((await run('call', 'ReadNote', '[broken')).exitCode).toBe(2);
  });
});

describe('the daemon', () => {
  beforeEach(() => {
    home = new VaultHome(notes);
  });
  afterEach(() => home.run(['daemon', 'stop']));

  test('starts, says so, is found running, and stops', async () => {
    expect((await home.run(['daemon', 'status'])).exitCode).toBe(3);
    const started = await home.run(['daemon', 'start', home.vault]);
    expect(started.stdout).toMatch(/^Started \(pid \d+\)\.\n$/);
    expect((await home.run(['daemon', 'start'])).stdout).toContain('runs already');
    const status = await home.run(['daemon', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, vaults: ['notes'] });
    expect((await home.run(['daemon', 'status'])).stdout).toContain('4 notes');
    expect((await home.run(['daemon', 'reload'])).stdout).toBe('Nothing has changed.\n');
    expect((await home.run(['daemon', 'stop'])).stdout).toBe('Stopped.\n');
    expect((await home.run(['daemon', 'stop'])).stdout).toBe('The daemon is not running.\n');
    expect(readdirSync(home.runtime)).toEqual(['vaultd.log']);
  });

  test('that cannot start says why', async () => {
    home.configure('durability = 5\n');
    const { exitCode, stderr } = await home.run(['daemon', 'start', home.vault]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('durability');
    expect(existsSync(home.socket)).toBe(false);
  });
});

test('log --follow and events show changes as they come, until they are stopped', async () => {
  home = new VaultHome(notes);
  await home.serve();
  const log = home.start(['log', '--follow']);
  const events = home.start(['events', '--topic', 'notes']);
  const client = await home.connect();
  await until(async () => {
    const { result } = await client.call('ListClients');
    return (
      (result as { subscriptions: number }[]).filter((one) => one.subscriptions > 0).length === 2
    );
  }, 'both to listen');
  await client.call('WriteNote', { path: 'Inbox.md', content: 'new' });
  await until(() => log.shown.includes('write Inbox.md'), 'the log');
  await until(() => events.shown.includes('"path":"Inbox.md"'), 'the event');
  for (const { child } of [log, events]) child.kill('SIGINT');
  await until(() => log.child.exitCode === 0 && events.child.exitCode === 0, 'a clean end');
  client.close();
});

test('doctor finds what is wrong and says what to do', async () => {
  home = new VaultHome(notes);
  const well = await home.run(['doctor']);
  expect([well.exitCode, well.stdout]).toEqual([0, expect.stringContaining('All is well.')]);
  home.configure(`[[vaults]]\npath = "${home.base}/gone"\n`);
  const sick = await home.run(['doctor', '--json']);
  expect(sick.exitCode).toBe(1);
  expect(JSON.parse(sick.stdout)).toContainEqual({
    level: 'problem',
    what: `The vault ${home.base}/gone is not there.`,
    fix: 'Correct its path in the configuration.',
  });
});

test('daemon install shows the service and writes nothing with --dry-run', async () => {
  home = new VaultHome(notes);
  const { stdout, exitCode } = await home.run(['daemon', 'install', '-n', 'my notes']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    process.platform === 'darwin' ? '<string>daemon</string>' : 'ExecStart=',
  );
  expect(stdout).toContain('my notes');
  expect(readdirSync(home.base)).toEqual(['notes']);
});

describe('the command line', () => {
  beforeEach(() => {
    home = new VaultHome(notes);
  });

  test.each([
    [[], 0, 'stdout', 'Usage: vaultd COMMAND'],
    [['--help'], 0, 'stdout', 'Usage: vaultd COMMAND'],
    [['help', 'read'], 0, 'stdout', 'Usage: vaultd read'],
    [['daemon', '--help'], 0, 'stdout', 'daemon start'],
    [['daemon'], 2, 'stdout', 'daemon start'],
    [['--version'], 0, 'stdout', '0.'],
    [['raed'], 2, 'stderr', 'Did you mean "vaultd read"?'],
    [['daemon', 'strat'], 2, 'stderr', 'Did you mean "vaultd daemon start"?'],
    [['read'], 2, 'stderr', 'NOTE is missing.'],
    [['read', 'a', 'b'], 2, 'stderr', 'one word too many'],
    [['read', '--jsno', 'a'], 2, 'stderr', 'Did you mean --json?'],
    [['read', '--vault'], 2, 'stderr', '--vault wants a value.'],
    [['read', 'a', '--vault', 'nowhere'], 1, 'stderr', 'There is no vault "nowhere".'],
    [['read', 'a'], 1, 'stderr', 'It is not clear which vault is meant.'],
  ] as const)('%j ends with %d and says so', async (args, exitCode, stream, text) => {
    const ran = await home.run(args);
    expect(ran[stream]).toContain(text);
    expect(ran.exitCode).toBe(exitCode);
  });
});
