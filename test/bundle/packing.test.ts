import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getMcpConfigForManifest,
  unpackExtension,
  v0_3,
  validateManifest,
} from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BundleHome, type BundleOptions, fixture } from '../support/bundle.ts';
import { printed } from '../support/child.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'vaultd-packed-'));
const packed = join(base, 'vaultd.mcpb');
const unpacked = join(base, 'unpacked');
let home: BundleHome;

beforeAll(async () => {
  await printed(process.execPath, [join(root, 'scripts/bundle.mjs'), '--out', packed]);
  mkdirSync(unpacked);
  expect(await unpackExtension({ mcpbPath: packed, outputDir: unpacked, silent: true })).toBe(true);
  home = new BundleHome();
});
afterAll(async () => {
  await home.close();
  rmSync(base, { recursive: true, force: true });
});

const manifest = () =>
  v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')));

/** The command of the manifest, with what a user filled in. */
const expand = async (
  userConfig: Record<string, string | number | boolean>,
): Promise<BundleOptions> => {
  const config = await getMcpConfigForManifest({
    manifest: manifest(),
    extensionPath: unpacked,
    systemDirs: { HOME: home.base },
    userConfig,
    pathSeparator: '/',
  });
  // The command is `node`, which here is the one that runs the tests.
  expect(config?.command).toBe('node');
  return { command: config?.args ?? [], env: { ...config?.env } };
};

test('87 the manifest is valid, and with an unknown key it is not', () => {
  expect(validateManifest(join(unpacked, 'manifest.json'))).toBe(true);
  const folder = join(base, 'wrong');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest(), icon: undefined, icons: undefined, surprise: 1 }),
  );
  expect(validateManifest(join(folder, 'manifest.json'))).toBe(false);
});

test('88 unpacked and started as the manifest says, it serves every tool', async () => {
  const server = await home.start(await expand({ vault_directory: home.root }));
  expect(await server.tools()).toHaveLength(9);
  await server.ok('create_note', { name: 'New', content: 'a' });
  await server.ok('append_note', { name: 'New', content: 'b' });
  await server.ok('prepend_note', { name: 'New', content: 'c' });
  expect(await server.ok('read_note', { name: 'New' })).toMatchObject({ content: 'c\na\nb' });
  await server.ok('file_info', { name: 'New' });
  await server.ok('rename_note', { name: 'New', newName: 'Newer' });
  await server.ok('move_note', { name: 'Newer', to: 'Sub/' });
  await server.ok('delete_note', { name: 'Newer' });
  await server.fails('open_note', { name: 'Root' }, -32001, 'OBSIDIAN_NOT_RUNNING');
});

test('88 what the user fills in reaches the server', async () => {
  const settings = {
    vault_directory: home.root,
    read_only: true,
    stories: 'all',
    read_paths: 'Projects',
  };
  const server = await home.start(await expand(settings));
  const names = (await server.tools()).map(({ name }) => name);
  expect(names).not.toContain('obsidian_create_note');
  expect(names).toContain('obsidian_search');
  expect(await server.ok('search', { query: 'beta' })).toMatchObject({
    files: ['Projects/Alpha.md', 'Projects/Beta.md'],
  });
});

test('88 search, regular expressions and indexing find their threads in the bundle', async () => {
  const many = new BundleHome({
    ...fixture,
    ...Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`n/${at}.md`, `word${at} [[Root]]`]),
    ),
  });
  const options = await expand({ vault_directory: many.root, stories: 'search' });
  const server = await many.start(options);
  expect(await server.ok('search', { query: '/word29[0-9]/' })).toMatchObject({ total: 10 });
  const { links } = await server.ok('get_backlinks', { name: 'Root' });
  expect(links).toHaveLength(300);
  await many.close();
});

test('88 a vault that is missing is told with what to do', async () => {
  const server = await home.start(await expand({ vault_directory: join(home.base, 'gone') }));
  expect(await server.tools()).toHaveLength(9);
  const { message } = await server.fails('read_note', { name: 'A' }, -32002, 'VAULT_NOT_FOUND');
  expect(message).toContain('Choose the folder of your notes in the settings');
});

test('89 placeholders that nobody filled in count as not set', async () => {
  const variables = Object.keys(manifest().server.mcp_config?.env ?? {});
  const env = Object.fromEntries(variables.map((name) => [name, `\${user_config.${name}}`]));
  const { command = [] } = await expand({ vault_directory: home.root });
  const server = await home.start({ command, env });
  expect(await server.tools()).toHaveLength(9);
  expect(await server.ok('read_note', { name: 'Root' })).toMatchObject({ content: 'root\n' });
});

test('90 the manifest lists the tools that the server lists', async () => {
  const server = await home.start(await expand({ vault_directory: home.root }));
  const listed = (await server.tools()).map(({ name, description }) => ({ name, description }));
  expect(manifest().tools).toEqual(listed);
});

test('the version is the same everywhere, and every optional setting has a default', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const server = await home.start({
    ...(await expand({ vault_directory: home.root })),
    revision: false,
  });
  const { result } = await server.shakeHands('2025-11-25');
  expect(result?.serverInfo).toMatchObject({ version });
  expect(manifest().version).toBe(version);
  for (const setting of Object.values(manifest().user_config ?? {})) {
    expect(setting.required === true || setting.default !== undefined).toBe(true);
  }
});

test('the icon is a picture of the size that clients want', () => {
  const png = readFileSync(join(unpacked, 'icon.png'));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});
