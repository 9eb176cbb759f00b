import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { historyList } from '../../src/operations/history/list.ts';
import { perform } from '../../src/operations/perform.ts';
import { keyNamed, outcomeOf, RestHome } from '../support/rest.ts';
import { until } from '../support/until.ts';
import { openTestSession } from '../support/vault.ts';

const text = { 'content-type': 'text/markdown' };

/** Opens the protocol on a port that something else holds. */
const openOn = (httpPort: number) =>
  RestHome.open({ files: {}, settings: { httpPort } }).then(
    () => 'open',
    (thrown: Error) => thrown.message,
  );

/** A server that answers `GET /` with this. */
async function holder(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return Number(Object(server.address()).port);
}

test('21, 232 a port that is taken is not taken away, and it is said who has it', async () => {
  const plugin = JSON.stringify({ status: 'OK', service: 'Obsidian Local REST API' });
  expect(await openOn(await holder(plugin))).toContain(
    'the Local REST API plugin of Obsidian answers there',
  );
  expect(await openOn(await holder('hello'))).toContain('another program answers there');
  const other = await RestHome.open({ files: {} });
  expect(await openOn(other.ports.http)).toContain('another vaultd answers there');
});

test('230 history and watchers know the change by the name of its key', async () => {
  const home = await RestHome.open({ files: {}, keys: [keyNamed('clipper')] });
  const session = openTestSession(home);
  const seen: string[] = [];
  session.onChanges((batch) => {
    for (const { path, origin } of batch) seen.push(`${origin?.client} ${path}`);
  });
  expect(outcomeOf(await home.client('clipper').send('PUT', '/vault/x.md', 'x', text))).toBe('204');
  const { changes } = await perform(session, historyList, {});
  expect(changes).toMatchObject([{ protocol: 'rest', client: 'clipper' }]);
  await session.view.known();
  expect(seen).toEqual(['clipper x.md']);
});

test('228 what is under way is finished when the daemon stops, and nothing new begins', async () => {
  const home = await RestHome.open({ files: {} });
  const { authorization } = home.client().headers;
  const common = `Host: 127.0.0.1:${home.ports.http}\r\nAuthorization: ${authorization}\r\n`;
  const socket = connect(home.ports.http, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(
    `PUT /vault/x.md HTTP/1.1\r\n${common}Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nha`,
  );
  // When a second request on another connection has been answered, the first one has been begun.
  await until(async () => {
    await home.client().get('/vault/');
    return home.protocol.status?.().requests === 1;
  }, 'the first request');
  const closed = home.protocol.close();
  socket.write(`lfGET /vault/ HTTP/1.1\r\n${common}\r\n`);
  await until(() => socket.closed, 'both answers');
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 204', 'HTTP/1.1 503']);
  expect(heard).toContain('50300');
  await closed;
  await expect(home.client().get('/vault/')).rejects.toThrow();
});
