import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { Heartbeat } from './heartbeat.ts';

const pingMs = 30_000;

/** As much of a socket as the heartbeat sees. */
class Peer extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  pings = 0;

  constructor(readonly answers: boolean) {
    super();
  }

  ping(): void {
    this.pings++;
    if (this.answers) this.emit('pong');
  }
}

/** Which peers are found dead at each of these times. */
function check(times: readonly number[], dead: readonly string[][]): Record<string, Peer> {
  const heartbeat = new Heartbeat();
  const peers = { lively: new Peer(true), silent: new Peer(false) };
  const sockets = Object.values(peers) as unknown as WebSocket[];
  for (const socket of sockets) heartbeat.watch(socket);
  const named = (socket: WebSocket) => (socket === sockets[0] ? 'lively' : 'silent');
  expect(times.map((now) => heartbeat.tick(sockets, now, pingMs).map(named))).toEqual(dead);
  return peers;
}

test('54 a client that answers no ping is dead at the tick after it', () =>
  void check([0, pingMs], [[], ['silent']]));

test('55 after a sleep of twenty ticks everyone is asked once more before anyone is dead', () => {
  const { silent } = check([0, 20 * pingMs, 21 * pingMs], [[], [], ['silent']]);
  expect(silent?.pings).toBe(2);
});
