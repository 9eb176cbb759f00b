import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../src/doors/ide/handshake.ts';
import { IdeClient, knock, upgradeRequest } from '../support/ide-client.ts';
import { until } from '../support/raw-client.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const homes: VaultHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.remove();
});

test('154 156 the token is in the lock file and in the state file, and nowhere else', async () => {
  const home = new VaultHome({ 'a.md': 'x\n' });
  homes.push(home);
  home.configure('[log]\nlevel = "debug"\n');
  const child = await home.serve();
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const folder = join(home.base, '.claude/ide');
  await until(() => existsSync(folder) && readdirSync(folder).length === 1, 'the lock file');
  const file = join(folder, readdirSync(folder)[0] ?? '');
  const { port, authToken: token } = JSON.parse(readFileSync(file, 'utf8'));
  const address = { port, token };
  await knock(port, upgradeRequest(address, { 'X-Claude-Code-Ide-Authorization': `${token}x` }));
  await knock(port, upgradeRequest(address, { Origin: 'http://x' }));
  await knock(port, upgradeRequest(address, {}, `GET /?t=${token} HTTP/1.1`));
  const client = await IdeClient.enter(address);
  await client.tool('getWorkspaceFolders');
  client.send('not json');
  client.close();
  await client.closed();
  const control = await home.connect();
  const status = JSON.stringify([
    await control.call('GetStatus'),
    await control.call('ListClients'),
    await control.call('GetCapabilities'),
  ]);
  control.close();
  await until(() => said.includes('Client disconnected'), 'the log');
  expect(said).toContain('Authentication failed');
  expect(said).toContain('Parsed message');
  expect(said + status).not.toContain(token);
  expect(JSON.stringify(client.messages)).not.toContain(token);
  if (process.platform === 'linux') {
    const process = readFileSync(`/proc/${child.pid}/environ`, 'latin1');
    expect(process + readFileSync(`/proc/${child.pid}/cmdline`, 'latin1')).not.toContain(token);
  }
  const files = execFileSync('grep', ['-rl', '--binary-files=text', token, home.base], {
    encoding: 'utf8',
  });
  const found = files.trim().split('\n').sort();
  expect(found.map((each) => each.replace(/\/state\/[^/]+\//, '/state/ID/'))).toEqual([
    file,
    join(home.base, 'state/ID/ide.json'),
  ]);
});

/** How long the comparison takes, in one go for many tokens. */
function timeTokens(tokens: readonly string[], token: string): number {
  const gate = { port: 1, extraHosts: [], token, connections: 0, isStopping: false };
  const requests = tokens.map((each) => {
    const [, ...headers] = upgradeRequest({ port: 1, token: each }).trimEnd().split('\r\n');
    return {
      method: 'GET',
      url: '/',
      httpVersion: '1.1',
      rawHeaders: headers.flatMap((header) => header.split(': ')),
    };
  });
  const startMs = performance.now();
  for (const request of requests) refuse(request, gate);
  return performance.now() - startMs;
}

test('155 a longer right beginning does not take longer', () => {
  const token = 'a'.repeat(43);
  const guess = (right: number) => `${'a'.repeat(right)}${'b'.repeat(43 - right)}`;
  const wrong = Array.from({ length: 5000 }, () => guess(0));
  const nearly = Array.from({ length: 5000 }, () => guess(42));
  timeTokens(wrong, token);
  // Medians of alternating rounds, so that a busy machine hits both alike.
  const rounds = Array.from({ length: 9 }, () => [
    timeTokens(wrong, token),
    timeTokens(nearly, token),
  ]);
  const median = (at: number) =>
    rounds.map((round) => round[at] ?? 0).sort((a, b) => a - b)[4] ?? 0;
  expect(median(1) / median(0)).toBeGreaterThan(0.5);
  expect(median(1) / median(0)).toBeLessThan(2);
});
