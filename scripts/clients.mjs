// Drives real clients against vaultd. `npm run clients -- claude-code` installs and drives Claude Code;
// `npm run clients -- rest` does so with clients of the Local REST API plugin.
// Each is installed from npm into a temporary folder, which is removed afterwards.
// `-- rest NAME` drives those whose name begins so; `-- rest --keep DIR` keeps what was installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clients } from './clients-calls.mjs';
import { driveClaudeCode } from './clients-claude-code.mjs';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const startMs = 60_000;
const callMs = 60_000;

const [protocol, ...words] = process.argv.slice(2);
if (protocol === 'claude-code') process.exit(driveClaudeCode());
if (protocol !== 'rest') {
  process.stderr.write('Usage: npm run clients -- claude-code|rest [NAME] [--keep DIR]\n');
  process.exit(2);
}
const keep = words.includes('--keep') ? words[words.indexOf('--keep') + 1] : undefined;
const wanted = words.filter((word, at) => word !== '--keep' && words[at - 1] !== '--keep');
const base = mkdtempSync(join(tmpdir(), 'vaultd-clients-'));
const installed = keep ?? join(base, 'installed');
const children = [];

let failures = 0;
try {
  for (const client of clients) {
    if (wanted.length > 0 && !wanted.some((name) => client.name.startsWith(name))) continue;
    failures += await drive(client);
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

/** All calls of one client on a fresh vault. Returns how many went otherwise than expected. */
async function drive(client) {
  const home = join(base, client.name.replaceAll(/[^\w.-]/g, '-'));
  const vault = join(home, 'notes');
  for (const [path, text] of Object.entries(client.files)) {
    mkdirSync(dirname(join(vault, path)), { recursive: true });
    writeFileSync(join(vault, path), text);
  }
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    VAULTD_RUNTIME_DIR: join(home, 'run'),
    VAULTD_STATE_DIR: join(home, 'state'),
    VAULTD_CONFIG: join(home, 'config.toml'),
  };
  writeFileSync(env.VAULTD_CONFIG, '[rest]\nhttp_port = 0\nhttps_port = 0\n');
  const daemon = start(process.execPath, [executable, 'serve', '--rest', vault], env);
  await until(() => daemon.said.includes('Press Ctrl+C'), daemon, 'vaultd');
  const port = /http:\/\/127\.0\.0\.1:(\d+) {2}\(.*key/.exec(daemon.said)?.[1];
  const added = spawnSync(
    process.execPath,
    [
      executable,
      'rest',
      'key',
      'add',
      'client',
      '--vault',
      vault,
      '--generation',
      client.generation,
    ],
    { env, encoding: 'utf8' },
  );
  const key = /OBSIDIAN_API_KEY=(\w+)/.exec(added.stdout)?.[1] ?? '';
  const folder = install(client);
  const { command, args, variables } = client.start({
    folder,
    key,
    url: `http://127.0.0.1:${port}`,
  });
  const server = start(command, args, { ...env, ...variables });
  const rows = await callAll(server, client.calls);
  server.child.kill();
  daemon.child.kill();
  const wrong = rows.filter(({ isAsExpected }) => !isAsExpected);
  const outcome = wrong.length === 0 ? 'as expected' : `${wrong.length} not as expected`;
  process.stdout.write(`${client.name}: ${rows.length} calls, ${outcome}\n`);
  for (const { name, text } of wrong) process.stdout.write(`  ${name}: ${text.slice(0, 400)}\n`);
  return wrong.length;
}

/** Once for each set of packages. */
function install({ name, packages }) {
  const folder = join(installed, name.replaceAll(/[^\w.-]/g, '-'));
  if (existsSync(join(folder, 'node_modules'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' ')}`);
  return folder;
}

/** MCP over standard input and output, one message a line. */
async function callAll(server, calls) {
  let id = 0;
  const waiting = new Map();
  createInterface({ input: server.child.stdout }).on('line', (line) => {
    const message = parse(line);
    waiting.get(message?.id)?.(message);
  });
  const send = (message) =>
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const own = ++id;
      const late = setTimeout(
        () => reject(new Error(`no answer to ${method}: ${server.said.slice(-1000)}`)),
        callMs,
      );
      waiting.set(own, (message) => {
        clearTimeout(late);
        resolve(message);
      });
      send({ id: own, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'clients', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  const rows = [];
  for (const [name, args, expected = {}] of calls) {
    const { result, error } = await ask('tools/call', { name, arguments: args });
    const text = JSON.stringify(error ?? result?.content ?? '');
    const isFailed = error !== undefined || result?.isError === true;
    const isAsExpected =
      isFailed === (expected.fails === true) &&
      (expected.has ?? []).every((each) => text.includes(each));
    rows.push({ name: `${name} ${JSON.stringify(args).slice(0, 100)}`, text, isAsExpected });
  }
  return rows;
}

function start(command, args, env) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const started = { child, said: '' };
  children.push(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      started.said += text;
    });
  }
  child.stdin.on('error', () => {});
  return started;
}

async function until(isSo, { child, said }, what) {
  const deadline = Date.now() + startMs;
  while (!isSo()) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${what} did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
