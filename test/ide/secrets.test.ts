import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IdeClient, knock, upgradeRequest } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

test('154 156 the token is in the lock file and in the state file, and nowhere else', async () => {
  const home = IdeHome.open();
  home.configure('[log]\nlevel = "debug"\n');
  const child = await home.serveIde();
  const file = join(home.lockDir, home.lockNames[0] ?? '');
  const address = home.addressOf(child);
  const { port, token } = address;
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
  await until(() => home.logged.includes('Client disconnected'), 'the log');
  expect(home.logged).toContain('Authentication failed');
  expect(home.logged).toContain('Parsed message');
  expect(home.logged + status).not.toContain(token);
  expect(JSON.stringify(client.messages)).not.toContain(token);
  if (process.platform === 'linux') {
    const process = readFileSync(`/proc/${child.pid}/environ`, 'latin1');
    expect(process + readFileSync(`/proc/${child.pid}/cmdline`, 'latin1')).not.toContain(token);
  }
  // A token may begin with a dash.
  const files = execFileSync('grep', ['-rl', '--binary-files=text', '-e', token, home.base], {
    encoding: 'utf8',
  });
  const found = files.trim().split('\n').sort();
  expect(found.map((each) => each.replace(/\/state\/[^/]+\//, '/state/ID/'))).toEqual([
    file,
    join(home.base, 'state/ID/ide.json'),
  ]);
});

test('155 tokens that are wrong from another place on are refused alike, word for word', async () => {
  const home = IdeHome.open();
  const { port, token } = home.addressOf(await home.serveIde());
  const guess = (right: number) => token.slice(0, right) + '_'.repeat(token.length - right);
  const answers = new Set<string>();
  for (const right of [0, 1, 20, token.length - 1]) {
    answers.add(await knock(port, upgradeRequest({ port, token: guess(right) })));
  }
  // That they also take the same time follows from the one comparison there is: kit/secrets.test.ts, tidy.test.ts.
  expect(answers.size).toBe(1);
});
