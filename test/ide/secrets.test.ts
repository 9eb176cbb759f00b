import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IdeClient, knock, upgradeRequest } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/raw-client.ts';

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
  const files = execFileSync('grep', ['-rl', '--binary-files=text', token, home.base], {
    encoding: 'utf8',
  });
  const found = files.trim().split('\n').sort();
  expect(found.map((each) => each.replace(/\/state\/[^/]+\//, '/state/ID/'))).toEqual([
    file,
    join(home.base, 'state/ID/ide.json'),
  ]);
});

/** The places of values in their order. */
function toRanks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}

/** How far two series rise together, from -1 to 1; a few wild values do not change it. */
function correlate(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [toRanks(a), toRanks(b)];
  const mean = (x.length - 1) / 2;
  const sum = (f: (i: number) => number) => x.reduce((total, _, i) => total + f(i), 0);
  const covariance = sum((i) => ((x[i] ?? 0) - mean) * ((y[i] ?? 0) - mean));
  return covariance / sum((i) => ((x[i] ?? 0) - mean) ** 2);
}

/** From the whole request on the wire to the end of the connection. */
function timeRefusal(port: number, request: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      const startMs = performance.now();
      socket.on('close', () => resolve(performance.now() - startMs));
      socket.resume();
      socket.write(request);
    });
    socket.on('error', () => undefined);
  });
}

test('155 of 10,000 wrong tokens those with a longer right beginning take no longer', async () => {
  const home = IdeHome.open();
  const { port, token } = home.addressOf(await home.serveIde());
  const guess = (right: number) => token.slice(0, right) + '_'.repeat(token.length - right);
  // In random order, so that nothing else on the machine can make a trend.
  const lengths = Array.from({ length: 10_000 }, (_, i) => i % token.length)
    .map((length) => ({ length, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ length }) => length);
  const times: number[] = [];
  for (const length of lengths) {
    times.push(await timeRefusal(port, upgradeRequest({ port, token: guess(length) })));
  }
  // By chance alone it is beyond 0.05 once in a million runs.
  expect(Math.abs(correlate(lengths, times))).toBeLessThan(0.05);
});
