import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { Health } from './health.ts';

/** As much of a socket as health looks at. */
function fakeSocket(): { socket: WebSocket; pings: () => number; pong: () => void } {
  let pings = 0;
  const emitter = new EventEmitter();
  const socket = Object.assign(emitter, { readyState: 1, OPEN: 1, ping: () => pings++ });
  return {
    socket: socket as unknown as WebSocket,
    pings: () => pings,
    pong: () => emitter.emit('pong'),
  };
}

test('54 whoever leaves a ping unanswered is dead at the next tick', () => {
  const health = new Health(30_000);
  const [quiet, lively] = [fakeSocket(), fakeSocket()];
  for (const { socket } of [quiet, lively]) health.watch(socket);
  const sockets = [quiet.socket, lively.socket];
  expect(health.tick(sockets, 0)).toEqual([]);
  lively.pong();
  expect(health.tick(sockets, 30_000)).toEqual([quiet.socket]);
  expect([quiet.pings(), lively.pings()]).toEqual([1, 2]);
});

test('55 a tick that comes ten minutes late kills nobody, the one after it does', () => {
  const health = new Health(30_000);
  const { socket } = fakeSocket();
  health.watch(socket);
  health.tick([socket], 0);
  expect(health.tick([socket], 600_000)).toEqual([]);
  expect(health.tick([socket], 630_000)).toEqual([socket]);
});
