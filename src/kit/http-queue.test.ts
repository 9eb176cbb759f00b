import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import { HttpQueues } from './http-queue.ts';

/** A server that answers when it is told to, and a connection to it. */
async function open(waitingMax: number) {
  const begun: { path: string; response: ServerResponse }[] = [];
  const server = createServer(
    new HttpQueues(
      (request, response) => begun.push({ path: request.url ?? '', response }),
      waitingMax,
    ).take,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const heard = { text: '', isClosed: false };
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard.text += chunk;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      heard.isClosed = true;
    });
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const ask = (...paths: string[]) =>
    socket.write(paths.map((path) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return { begun, heard, ask };
}

test('the second request of a connection begins when the first is answered', async () => {
  const { begun, heard, ask } = await open(10);
  ask('a', 'b', 'c');
  for (const [n, path] of ['/a', '/b', '/c'].entries()) {
    await until(() => begun.length > n, path);
    expect(begun.map((each) => each.path).at(-1)).toBe(path);
    expect(begun).toHaveLength(n + 1);
    begun[n]?.response.end(`answer ${path}`);
    await until(() => heard.text.includes(`answer ${path}`), 'the answer');
  }
  ask('d');
  await until(() => begun.length === 4, 'a request that comes later');
});

test('a client that sends too many requests ahead is disconnected', async () => {
  const { begun, heard, ask } = await open(3);
  ask('a', 'b', 'c', 'd', 'e');
  await until(() => heard.isClosed, 'the end');
  expect(begun).toHaveLength(1);
});
