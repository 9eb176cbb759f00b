import { expect, onTestFinished, test } from 'vitest';
import { type Address, type IdeClient, RawSocket, upgradeRequest } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';
import type { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

/** A client whose program hangs: it is let in, and says nothing more. */
async function enterSilent(address: Address): Promise<RawSocket> {
  const raw = await RawSocket.connect(address.port);
  onTestFinished(() => void raw.socket.destroy());
  raw.write(upgradeRequest(address));
  await raw.head();
  return raw;
}

const pingsOf = ({ received }: RawSocket): number =>
  received
    .subarray(received.indexOf('\r\n\r\n') + 4)
    .toString('latin1')
    .split('\x89').length - 1;

// Protocol and clients share one process: on a busy machine a tick is late, but no answer is.
test('54 a client that answers no ping is disconnected at the next tick, and its place is free', async () => {
  const home = await ProtocolHome.open({ settings: { pingMs: 100 } });
  const lively = await home.enter();
  // It may be gone again by the time it is let in: that it was there shows in the log.
  const silent = await enterSilent(home);
  let pings = 0;
  lively.socket.on('ping', () => pings++);
  await silent.closed();
  expect(pingsOf(silent)).toBeGreaterThan(0);
  await until(() => home.sessions.list().length === 1, 'a free place');
  expect(home.logged.join('')).toContain('Removing dead connection');
  await until(() => pings >= 3, 'three pings');
  expect(lively.closeCode).toBeUndefined();
});

const mebibyte = 2 ** 20;

/** Selects a text and has it sent at once: the usual debounce would hide the queue. */
async function select(control: RawClient, text: string): Promise<void> {
  const selection = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  await control.call('SetEditorState', { active: 'a.md', selection, text, open: ['a.md'] });
  await control.call('SetSharing', { mode: 'selection' });
}

async function memoryOf(control: RawClient): Promise<number> {
  const { result } = (await control.call('GetStatus')) as { result: { rss_bytes: number } };
  return result.rss_bytes / mebibyte;
}

const newest = (client: IdeClient) => String(client.heard('selection_changed').at(-1)?.text);

test('57 nine clients that read nothing while 300 selections change cost little and get the newest', async () => {
  const home = IdeHome.open();
  // With so little memory garbage is collected soon.
  const child = await home.serveIde({ NODE_OPTIONS: '--max-old-space-size=128' });
  const address = home.addressOf(child);
  const control = await home.control();
  const clients: IdeClient[] = [];
  for (let i = 0; i < 10; i++) clients.push(await home.enter(address));
  const filler = 'x'.repeat(60_000);
  for (let i = 0; i < 20; i++) await select(control, `warm ${i} ${filler}`);
  for (const client of clients) await until(() => newest(client).startsWith('warm 19'), 'all');
  const [reading, ...stalled] = clients;
  for (const { socket } of stalled) socket.pause();
  const before = await memoryOf(control);
  let most = 0;
  for (let i = 0; i < 300; i++) {
    await select(control, `${i} ${filler}`);
    most = Math.max(most, await memoryOf(control));
  }
  // Kept for each of them, it would be more than 150 MiB.
  expect(most - before).toBeLessThan(100);
  await until(() => reading !== undefined && newest(reading).startsWith('299 '), 'who reads');
  for (const client of stalled) {
    client.socket.resume();
    await until(() => newest(client).startsWith('299 '), 'the newest selection');
    expect(client.heard('selection_changed').length).toBeLessThan(200);
    expect(client.closeCode).toBeUndefined();
  }
});
