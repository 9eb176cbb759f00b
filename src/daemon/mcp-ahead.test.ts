import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countWatches } from '../../test/support/count-watches.ts';
import { leftOpenBelow } from '../../test/support/open-files.ts';
import { openRoot } from '../engine/store/vault/anchor.ts';
import { toVaultId } from '../engine/store/vault/vault-id.ts';
import { openAhead } from './mcp-ahead.ts';
import { readMcpSettings } from './mcp-settings.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'mcp-ahead-'));
  for (const folder of ['vault', 'config/vaultd', 'state']) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(join(base, 'vault/a.md'), 'hello');
  // Large enough for a look ahead.
  const state = join(base, 'state', toVaultId(openRoot(join(base, 'vault')).real));
  mkdirSync(state);
  writeFileSync(join(state, 'index'), Buffer.alloc(300 * 1024));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function open(waiting: readonly string[] = []) {
  const env = {
    HOME: base,
    XDG_CONFIG_HOME: join(base, 'config'),
    VAULTD_STATE_DIR: join(base, 'state'),
  };
  const settings = readMcpSettings([join(base, 'vault'), '--attach=never'], env);
  const arrivals = { waiting, count: waiting.length, next: () => new Promise<void>(() => {}) };
  return openAhead({
    ...{ settings, env, version: '0', isGreeted: false, arrivals },
    write: () => {},
  });
}

test('a vault that cannot be served is not watched any longer', async () => {
  const before = countWatches();
  writeFileSync(join(base, 'config/vaultd/config.toml'), 'durability = "never"\n');
  await expect(open()).rejects.toThrow();
  expect(countWatches()).toBe(before);
});

test('a vault that is served is watched until the end', async () => {
  const before = countWatches();
  const backend = await open();
  if (process.platform === 'linux') expect(countWatches()).toBeGreaterThan(before);
  await backend.end();
  expect(countWatches()).toBe(before);
});

test('a vault that is searched at once is served with a damaged snapshot, too, and let go', async () => {
  const before = countWatches();
  const params = { name: 'obsidian_search_notes', arguments: { mode: 'text', query: 'hello' } };
  const backend = await open([JSON.stringify({ id: 1, method: 'tools/call', params })]);
  await backend.end();
  expect(countWatches()).toBe(before);
  expect(await leftOpenBelow(base)).toEqual([]);
});
