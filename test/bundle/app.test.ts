import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openerOf } from '../../src/engine/app/hosts/open-link.ts';
import { BundleHome, type BundleProcess } from '../support/bundle.ts';
import { until } from '../support/until.ts';

const program = fileURLToPath(new URL('../support/fake-obsidian.mjs', import.meta.url));

interface Said {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
  /** The process never ends by itself, and not when it is asked to. */
  readonly hangs?: true;
  /** Carries the command out beside what it says. */
  readonly does?: true;
}
type Table = Readonly<Record<string, readonly Said[]>>;

let home: BundleHome;
const start = async (
  table: Table = {},
  { host = 'app', env = {} }: { host?: string; env?: Record<string, string> } = {},
): Promise<BundleProcess> => {
  home = new BundleHome();
  say(table);
  return home.start({
    args: ['--host', host, '--stories', 'all'],
    env: { OBSIDIAN_BIN: program, FAKE_OBSIDIAN: join(home.base, 'fake'), ...env },
  });
};

/** One server for all tests of an app that runs, and has done something before. */
let running: { readonly home: BundleHome; readonly server: BundleProcess };
beforeAll(async () => {
  const server = await start({}, { env: { OBSIDIAN_ENABLE_COMMANDS: 'true' } });
  await server.ok('open_note', { name: 'Root' });
  running = { home, server };
});
const withApp = (table: Table = {}, files: Record<string, string> = {}): BundleProcess => {
  home = running.home;
  home.write(files);
  rmSync(join(home.base, 'fake/calls'), { force: true });
  say(table);
  return running.server;
};
afterEach(async () => {
  if (home !== running.home) await home.close();
});
afterAll(() => running.home.close());

const say = (table: Table): void => {
  mkdirSync(join(home.base, 'fake'), { recursive: true });
  writeFileSync(join(home.base, 'fake/script.json'), JSON.stringify({ vault: home.root, table }));
};

interface Called {
  readonly args: readonly string[];
  readonly command: string;
  readonly pid: number;
  readonly overlaps: boolean;
}
const calls = (): Called[] => {
  const file = join(home.base, 'fake/calls');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};
const acts = (): Called[] =>
  calls().filter(({ command }) => !['version', 'vaults'].includes(command));

const down: Said = {
  stderr: 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.',
  exit: 1,
};
const root = { name: 'Root' };

test('71 the program is missing', async () => {
  const server = await start({}, { env: { OBSIDIAN_BIN: 'obsidian-that-nobody-has' } });
  await server.fails('open_note', root, -32001, 'CLI_NOT_FOUND');
  await server.fails('read_note', root, -32001, 'CLI_NOT_FOUND');
});

const notices = [
  '2026-03-01 10:00:00 Loading updated app package /somewhere/obsidian.asar',
  'Your Obsidian installer is out of date. Please download the latest one.',
];

test('72 73 75 an app that cannot be used is asked anew each time, and notices before its answers are passed over', async () => {
  const server = await start({ version: [down] });
  const { message } = await server.fails('open_note', root, -32001, 'OBSIDIAN_NOT_RUNNING');
  expect(message).toContain('start Obsidian');
  await server.fails('read_note', root, -32001, 'OBSIDIAN_NOT_RUNNING');
  const disabled = 'Command line interface is not enabled. Turn it on in the settings.\n';
  say({ version: [{ stdout: disabled }] });
  await server.fails('open_note', root, -32001, 'CLI_DISABLED');
  say({ version: [{ stdout: '1.12.1 (installer 1.12.0)\n' }] });
  const old = await server.fails('open_note', root, -32000, 'CLI_COMMAND_UNAVAILABLE');
  expect(old.message).toContain('Update Obsidian');
  say({
    version: [{ stdout: `${notices.join('\n')}\n1.13.7 (installer 1.12.0)\n` }],
    open: [{ stdout: `${notices.join('\n')}\nOpened: Root.md\n` }],
  });
  expect(await server.ok('read_note', root)).toMatchObject({ content: 'root\n' });
  expect(await server.ok('open_note', root)).toEqual({ path: 'Root.md', opened: true });
});

test('74 the app does not know the vault', async () => {
  const server = withApp({ open: [{ stdout: 'Vault not found.\n' }] });
  await server.fails('open_note', root, -32002, 'VAULT_NOT_FOUND');
});

test('76 a note that the app does not find is looked for once more', async () => {
  const server = withApp({ open: [{ stdout: 'Error: File "Root.md" not found.\n' }] });
  await server.fails('open_note', root, -32003, 'FILE_NOT_FOUND');
  expect(acts()).toHaveLength(2);
});

test('74 77 a folder that is no vault of the app is refused, and one that is just being opened is asked again', async () => {
  const server = await start({ vaults: [{ stdout: 'Other\t/nowhere\n' }] });
  await server.fails('open_note', root, -32002, 'VAULT_NOT_FOUND');
  const cold = 'Error: Command "open" not found. It may require a plugin to be enabled.\n';
  say({ open: [{ stdout: cold }, { stdout: 'Opened: Root.md\n' }] });
  expect(await server.ok('open_note', root)).toMatchObject({ opened: true });
  expect(acts()).toHaveLength(2);
  say({ open: [{ stdout: cold }] });
  await server.fails('open_note', root, -32000, 'CLI_COMMAND_UNAVAILABLE');
});

test('78 a program that hangs is given up and ended', async () => {
  const server = await start(
    { open: [{ hangs: true }] },
    // Long enough for the program to start, and for a note to be read, on a busy machine.
    { env: { OBSIDIAN_TIMEOUT_SECONDS: '3' } },
  );
  await server.fails('open_note', root, -32006, 'TIMEOUT');
  const pid = acts()[0]?.pid ?? 0;
  await until(() => !isRunning(pid), 'the app to end');
  expect(await server.ok('read_note', root)).toMatchObject({ content: 'root\n' });
});

test('79 the program gets a vault and a path, and never the text of a note', async () => {
  const server = withApp(
    {},
    {
      '.obsidian/templates.json': '{"folder":"Templates"}',
      'Templates/T.md': '# {{title}}\n',
    },
  );
  await server.ok('open_note', { ...root, newTab: true });
  await server.ok('create_note', { name: 'Made', template: 'T', content: '\\nabla', open: true });
  await server.ok('append_note', { name: 'Made', content: '\\theta' });
  await server.ok('prepend_note', { name: 'Made', content: 'first' });
  await server.ok('rename_note', { name: 'Made', newName: 'Other' });
  await server.ok('move_note', { name: 'Other', to: 'Sub/' });
  await server.ok('read_note', { name: 'Other' });
  await server.ok('file_info', { name: 'Other' });
  await server.ok('delete_note', { name: 'Other', permanent: true });
  expect(acts().map(({ args }) => args)).toEqual([
    ['vault=Mine', 'open', 'path=Root.md', 'newtab'],
    ['vault=Mine', 'create', 'path=Made.md', 'template=T'],
    ['vault=Mine', 'open', 'path=Made.md'],
    ['vault=Mine', 'rename', 'path=Made.md', 'name=Other.md'],
    ['vault=Mine', 'move', 'path=Other.md', 'to=Sub/Other.md'],
    ['vault=Mine', 'delete', 'path=Sub/Other.md', 'permanent'],
  ]);
});

test('79 text stays as it is although the app is used', async () => {
  const server = withApp();
  await server.ok('create_note', { name: 'Tex', content: '\\times \\nabla' });
  await server.fails('create_note', { name: 'Tex', content: 'x' }, -32000, 'FILE_EXISTS');
  expect(home.text('Tex.md')).toBe('\\times \\nabla');
  expect(home.has('Tex 1.md')).toBe(false);
});

test('80 what the app says is checked on the disk', async () => {
  const named = { name: 'Eighty' };
  const server = withApp(
    { rename: [{ stdout: 'Renamed: Eighty.md -> Ninety.md\n' }] },
    { 'Eighty.md': 'eighty\n' },
  );
  await server.fails('rename_note', { ...named, newName: 'Ninety' }, -32000, 'CLI_NO_CONFIRMATION');
  // And the other way round: it complains, but has done it.
  say({ move: [{ stdout: 'Error: Something odd.\n', does: true }] });
  expect(await server.ok('move_note', { ...named, to: 'Sub/' })).toMatchObject({
    to: 'Sub/Eighty.md',
  });
  expect(home.text('Sub/Eighty.md')).toBe('eighty\n');
});

test('81 a name that is not clear reaches no program', async () => {
  const server = withApp();
  await server.fails('open_note', { name: 'Beta' }, -32004, 'AMBIGUOUS_NAME');
  await server.fails('read_note', { name: 'Beta' }, -32004, 'AMBIGUOUS_NAME');
  expect(calls()).toEqual([]);
});

test('82 a note that begins like a failure is a note', async () => {
  const server = withApp({}, { 'E.md': 'Error: File "x" not found.\n' });
  expect(await server.ok('read_note', { name: 'E' })).toMatchObject({
    content: 'Error: File "x" not found.\n',
  });
});

test('83 auto works on the files while the app is down, and opens notes while it is up', async () => {
  const server = await start({ version: [down] }, { host: 'auto' });
  expect(await server.ok('rename_note', { ...root, newName: 'Rooted' })).toMatchObject({
    linksUpdated: 0,
  });
  await server.fails('open_note', { name: 'Rooted' }, -32001, 'OBSIDIAN_NOT_RUNNING');
  expect(acts()).toEqual([]);
  const up = await home.start({
    args: ['--host', 'auto'],
    env: { OBSIDIAN_BIN: program, FAKE_OBSIDIAN: join(home.base, 'fake') },
  });
  say({});
  expect(await up.ok('open_note', { name: 'Rooted' })).toMatchObject({ opened: true });
});

test.each([
  ['delete_note', { name: 'Root' }, 'Error: Something odd.', -32000, 'CLI_FAILURE'],
  [
    'move_note',
    { name: 'Root', to: 'Archive/Gone' },
    'TypeError: x is undefined',
    -32000,
    'CLI_FAILURE',
  ],
  [
    'move_note',
    { name: 'Root', to: 'X' },
    'Error: Destination file already exists!',
    -32000,
    'FILE_EXISTS',
  ],
  ['delete_note', { name: 'Root' }, 'Error: No active file. Use file=<name>.', -32603, 'INTERNAL'],
] as const)('%s that fails in the app: %o %s', async (tool, args, stdout, code, errorCode) => {
  const said = [{ stdout: `${stdout}\n` }];
  const server = withApp({ delete: said, move: said });
  const data = await server.fails(tool, args, code, errorCode);
  if (errorCode === 'CLI_FAILURE') expect(data.detail).toBe(stdout);
  expect(home.text('Root.md')).toBe('root\n');
});

test('calls of the program never overlap', async () => {
  const server = withApp();
  await Promise.all(['Root', 'Fm', 'Alpha'].map((name) => server.ok('open_note', { name })));
  expect(acts()).toHaveLength(3);
  expect(calls().filter(({ overlaps }) => overlaps)).toEqual([]);
});

/** A program in the place of the one that opens links on a Linux desktop, and the links it was given. */
const startWithOpener = async (table: Table, env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'opener-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> "${folder}/links"\n`, {
    mode: 0o755,
  });
  const server = await start(table, {
    env: { PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':0', ...env },
  });
  const links = () => readFileSync(join(folder, 'links'), 'utf8').trim().split('\n');
  return { server, links };
};

test.runIf(process.platform === 'linux')('without the program a link opens the note', async () => {
  const { server, links } = await startWithOpener({}, { OBSIDIAN_BIN: 'nobody-has-this' });
  expect(await server.ok('open_note', { name: 'Alpha', newTab: true })).toMatchObject({
    opened: true,
  });
  expect(links()).toEqual(['obsidian://open?vault=vault&file=Projects%2FAlpha.md&paneType=tab']);
  await server.fails('read_note', root, -32001, 'CLI_NOT_FOUND');
});

test.runIf(process.platform === 'linux')('an app that is down is started on demand', async () => {
  const up: Said = { stdout: '1.13.7 (installer 1.13.4)\n' };
  const { server, links } = await startWithOpener(
    { version: [down, down, up] },
    { OBSIDIAN_LAUNCH_APP: 'true' },
  );
  expect(await server.ok('open_note', root)).toMatchObject({ opened: true });
  expect(links()).toEqual(['obsidian://open?vault=vault']);
});

test('every system has its own way to open a link', () => {
  expect(openerOf('darwin', {})).toEqual(['open']);
  expect(openerOf('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  expect(openerOf('linux', { WAYLAND_DISPLAY: 'w' })).toEqual(['xdg-open']);
  expect(openerOf('linux', {})).toBeUndefined();
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Somebody who has ended but was not yet asked about is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('what only the app knows is asked of the app', async () => {
  const server = withApp({
    'search:open': [{ stdout: '' }],
    'sync:history': [{ stdout: '1\n2\n' }],
  });
  expect(await server.ok('list_recents')).toEqual({ lines: ['Root.md', 'Projects/Alpha.md'] });
  expect(await server.ok('open_search', { query: 'tag:#x' })).toEqual({ lines: [] });
  expect(await server.ok('sync_history', root)).toEqual({ lines: ['1', '2'] });
  expect(await server.ok('list_commands', { filter: 'app:' })).toMatchObject({
    commands: [{ id: 'app:reload' }],
  });
  expect(await server.ok('execute_command', { id: 'app:reload' })).toMatchObject({
    executed: true,
  });
  await server.fails('execute_command', { id: 'no:such' }, -32000, 'CLI_COMMAND_UNAVAILABLE');
  await server.fails('set_theme', { theme: 'a\nb' }, -32602, 'INVALID_PARAMS');
  expect(acts().map(({ args }) => args.slice(1))).toContainEqual(['sync:history', 'path=Root.md']);
});
