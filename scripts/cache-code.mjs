// Keeps beside the code of dist/cached/ what V8 compiles of it until an agent has its first answers.
// Without that everything works as well, only later.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('cache-code-child.mjs', import.meta.url));
/** Enough that the second start is that of a large vault. */
const noteCount = 3000;
const folderCount = 30;
const clientInfo = { name: 'build', version: '1' };
const search = { name: 'obsidian_search_notes', arguments: { mode: 'text', query: 'heading' } };
const conversation = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: search },
  { id: 3, method: 'tools/list' },
];

export async function cacheCode() {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-build-'));
  try {
    const vault = writeVault(join(base, 'vault'));
    // The first start leaves a snapshot for the second.
    await converse(base, vault);
    await converse(base, vault);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function writeVault(root) {
  for (let i = 0; i < noteCount; i++) {
    const folder = join(root, `Folder ${i % folderCount}`);
    if (i < folderCount) mkdirSync(folder, { recursive: true });
    const text = `---\ntags: [made]\naliases: [Alias ${i}]\n---\n# Heading ${i}\n\nTo [[Note ${i + 1}]].\n`;
    writeFileSync(join(folder, `Note ${i}.md`), text);
  }
  return root;
}

/** One client from its start to its end. */
function converse(base, vault) {
  const env = {
    PATH: process.env.PATH,
    HOME: base,
    XDG_STATE_HOME: join(base, 'state'),
    XDG_CONFIG_HOME: join(base, 'config'),
    VAULTD_RUNTIME_DIR: join(base, 'run'),
  };
  const server = spawn(process.execPath, [child, vault, '--attach', 'never'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  // A server that ends early is noticed below.
  server.stdin.on('error', () => {});
  for (const message of conversation) {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  createInterface(server.stdout).on('line', (line) => {
    if (JSON.parse(line).id === conversation.at(-1).id) server.stdin.end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('exit', resolve);
  });
}
