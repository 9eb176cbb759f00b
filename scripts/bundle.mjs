// Makes the MCPB file: stages what a client needs, asks the server itself for its tools, checks
// the manifest with the official tool and packs everything.
//
//   node scripts/bundle.mjs [--out FILE]     default: dist/vaultd.mcpb
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension, validateManifest } from '@anthropic-ai/mcpb';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = process.argv.indexOf('--out');
const out = resolve(at === -1 ? join(root, 'dist/vaultd.mcpb') : process.argv[at + 1]);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the server runs. */
const files = [
  'bin/load.cjs',
  'dist/mcp.cjs',
  'dist/engine.cjs',
  'dist/analysis-worker.js',
  'dist/pattern-worker.js',
  'dist/regex-worker.js',
];

const stage = mkdtempSync(join(tmpdir(), 'vaultd-mcpb-'));
try {
  for (const name of files) cpSync(join(root, name), join(stage, 'server', name));
  cpSync(join(root, 'bundle/server.js'), join(stage, 'server/index.js'));
  for (const name of ['icon.png', 'README.md'])
    cpSync(join(root, 'bundle', name), join(stage, name));
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), join(stage, 'THIRD-PARTY-NOTICES.txt'));
  writeJson('package.json', { name: 'vaultd-bundle', version, type: 'module', private: true });
  const manifest = JSON.parse(readFileSync(join(root, 'bundle/manifest.json'), 'utf8'));
  writeJson('manifest.json', { ...manifest, version, tools: listTools() });
  mkdirSync(dirname(out), { recursive: true });
  if (!validateManifest(join(stage, 'manifest.json'))) throw new Error('The manifest is wrong.');
  if (!(await packExtension({ extensionPath: stage, outputPath: out, silent: true }))) {
    throw new Error('The bundle could not be packed.');
  }
  const sum = createHash('sha256').update(readFileSync(out)).digest('hex');
  writeFileSync(`${out}.sha256`, `${sum}  ${basename(out)}\n`);
  process.stdout.write(`${out}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function writeJson(name, value) {
  writeFileSync(join(stage, name), `${JSON.stringify(value, null, 2)}\n`);
}

/** The tools as the staged server lists them when nothing is configured. */
function listTools() {
  const vault = join(stage, 'empty');
  mkdirSync(vault);
  const home = join(stage, 'home');
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ];
  const answers = execFileSync(
    process.execPath,
    [join(stage, 'server/index.js'), '--toolset=bundle', '--vault', vault],
    {
      input: `${messages.map((message) => JSON.stringify(message)).join('\n')}\n`,
      env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
      encoding: 'utf8',
    },
  );
  for (const folder of [vault, home]) rmSync(folder, { recursive: true, force: true });
  const listed = answers
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === 2);
  return listed.result.tools.map(({ name, description }) => ({ name, description }));
}
