import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../src/protocols/remote/client/index.ts';
import { Child, printed } from './support/child.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Commands of the README, without comments. */
const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.split('\n').map((line) => line.replace(/\s+# .*$/, '').trim()),
);
const find = (pattern: RegExp): string => {
  const found = commands.find((line) => pattern.test(line));
  if (found === undefined) throw new Error(`The README has no command like ${pattern}.`);
  return found;
};

const base = mkdtempSync(join(tmpdir(), 'vaultd-readme-'));
const home = join(base, 'home');
const env = {
  // npm would leave its compiled code among the temporary files.
  NODE_DISABLE_COMPILE_CACHE: '1',
  HOME: home,
  PATH: `${join(home, '.npm-global/bin')}:${process.env.PATH}`,
  VAULTD_RUNTIME_DIR: join(base, 'run'),
  npm_config_prefix: join(home, '.npm-global'),
  npm_config_cache: join(base, 'cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};
const sh = (line: string) => printed('sh', ['-c', line], { env, cwd: base });
let serving: Child | undefined;
afterAll(async () => {
  await serving?.stop('SIGKILL');
  rmSync(base, { recursive: true, force: true });
});

/** What the README left in the home of its reader. */
const left = () =>
  readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((path) => !path.startsWith('Notes/'));

/** npm is offline here and cannot fetch sharp, which is optional: only thumbnails are missing. */
async function seeNoThumbnails(): Promise<void> {
  const packages = join(home, '.npm-global/lib/node_modules');
  expect(existsSync(join(packages, 'vaultd/node_modules'))).toBe(false);
  const folder = join(home, '.obsidian-remote');
  const token = readFileSync(join(folder, 'token'), 'utf8');
  const client = await connect({ socket: join(folder, 'server.sock'), token });
  try {
    const path = 'Attachments/moss.png';
    await expect(client.call('fs.thumbnail', { path, maxDim: 64 })).rejects.toThrow(
      'This machine cannot make thumbnails',
    );
    expect((await client.call('fs.readBinary', { path })).contentBase64).not.toBe('');
  } finally {
    await client.close();
  }
}

test('a reader of the README alone installs, connects, undoes and uninstalls', async () => {
  mkdirSync(join(home, 'Notes'), { recursive: true });
  // The files of a release are packed by npm; its scripts have already built them here.
  await printed('npm', ['pack', '--ignore-scripts', '--pack-destination', base], {
    cwd: root,
    env,
  });
  await sh(find(/^npm install -g/));
  expect(await sh('vaultd --version')).toBe(
    `${/vaultd-(.*)\.tgz/.exec(find(/^npm install -g/))?.[1]}\n`,
  );

  serving = new Child('sh', ['-c', `exec ${find(/^vaultd serve/)}`], { env, cwd: base });
  await serving.until(() => serving?.stdout.includes('Press Ctrl+C') === true, 'vaultd to serve');
  expect(await sh(find(/^vaultd search/))).toContain('.md');
  await seeNoThumbnails();
  for (const line of commands.filter((each) => /^vaultd setup \S+ .*--write$/.test(each)))
    await sh(line);
  expect(left().filter((path) => !path.startsWith('.npm-global/'))).toEqual(
    expect.arrayContaining(['.cursor/mcp.json', '.codex/config.toml', '.gemini/settings.json']),
  );

  // The agent is started as its configuration says, and edits a note.
  const { command, args } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8'))
    .mcpServers.Notes;
  const agent = new Child(command, args, { env, cwd: base, stdio: ['pipe', 'pipe', 'pipe'] });
  const send = (id: number, method: string, params: object) =>
    agent.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const clientInfo = { name: 'agent', version: '1' };
  send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const note = { target: { type: 'path', path: 'Idea.md' }, content: 'an idea\n' };
  send(2, 'tools/call', { name: 'obsidian_write_note', arguments: note });
  await agent.until(() => /"id":2/.test(agent.stdout), 'the edit');
  expect(readFileSync(join(home, 'Notes/Idea.md'), 'utf8')).toBe('an idea\n');
  agent.process.stdin?.end();
  await agent.exited();
  expect(await sh('vaultd --vault ~/Notes undo')).toContain('Undid');
  expect(existsSync(join(home, 'Notes/Idea.md'))).toBe(false);

  const [, last = ''] = readme.split('## Upgrade and uninstall');
  const [, block = ''] = /```sh\n(.*?)```/s.exec(last) ?? [];
  for (const line of block.trim().split('\n')) {
    const [shown = ''] = line.split(/\s+# /);
    if (!shown.includes('--remove')) await sh(shown);
    else {
      const written = commands.filter((each) => /^vaultd setup \S+ .*--write$/.test(each));
      for (const each of written) await sh(`${each.replace(/ ~.*/, '')} --remove`);
    }
  }
  await serving.exited();
  expect(left()).toEqual([]);
});
