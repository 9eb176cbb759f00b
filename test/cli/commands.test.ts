import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VaultHome } from '../support/vault-daemon.ts';
import { notes } from './both-ways.ts';

let home: VaultHome;
afterEach(() => home.remove());

test('doctor finds what is wrong and says what to do', async () => {
  home = new VaultHome(notes);
  const well = await home.run(['doctor']);
  expect([well.exitCode, well.stdout]).toEqual([0, expect.stringContaining('No problems found.')]);
  home.configure(`[[vaults]]\npath = "${home.base}/gone"\n`);
  const sick = await home.run(['doctor', '--json']);
  expect(sick.exitCode).toBe(1);
  expect(JSON.parse(sick.stdout)).toContainEqual({
    level: 'problem',
    what: `The vault ${home.base}/gone does not exist.`,
    fix: 'Correct its path in the configuration.',
  });
});

test('doctor reads settings with comments and settings in TOML', async () => {
  home = new VaultHome(notes);
  for (const [path, text] of Object.entries({
    '.config/zed/settings.json':
      '// mine\n{ "context_servers": { "notes": { "command": "/gone/vaultd", "args": ["mcp"] }, } }',
    '.codex/config.toml': '[mcp_servers.notes]\ncommand = "vaultd"\nargs = ["mcp"]\n',
    '.cursor/mcp.json': '{',
  })) {
    mkdirSync(dirname(join(home.base, path)), { recursive: true });
    writeFileSync(join(home.base, path), text);
  }
  const { stdout } = await home.run(['doctor']);
  expect(stdout).toContain('✗ zed starts /gone/vaultd, which does not exist.');
  expect(stdout).toContain('✓ codex is set up for vaultd.');
  expect(stdout).toContain('✗ The configuration of cursor cannot be read.');
});

test('daemon install shows the service and writes nothing with --dry-run', async () => {
  home = new VaultHome(notes);
  mkdirSync(join(home.vault, 'my notes'));
  const { stdout, exitCode } = await home.run(['daemon', 'install', '-n', 'notes/my notes']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    process.platform === 'darwin' ? '<string>daemon</string>' : 'ExecStart=',
  );
  expect(stdout).toContain('my notes');
  expect(readdirSync(home.base)).toEqual(['notes']);
});

test('a command does not load the engine before it needs it', () => {
  const built = readFileSync(new URL('../../dist/cli.cjs', import.meta.url), 'utf8');
  expect(built).toContain('There is no command');
  expect(built).not.toContain('openEngine');
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
    [['read', 'a', 'b'], 2, 'stderr', 'Unexpected argument'],
    [['read', '--jsno', 'a'], 2, 'stderr', 'Did you mean --json?'],
    [['read', '--vault'], 2, 'stderr', '--vault requires a value.'],
    [['read', 'a', '--vault', 'nowhere'], 1, 'stderr', 'There is no vault "nowhere".'],
    [['read', 'a'], 1, 'stderr', 'No vault is configured.'],
  ] as const)('%j ends with %d and says so', async (args, exitCode, stream, text) => {
    const ran = await home.run(args);
    expect(ran[stream]).toContain(text);
    expect(ran.exitCode).toBe(exitCode);
  });
});
