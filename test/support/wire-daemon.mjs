// A small daemon built on the wire as others would build theirs. Tests start it, kill it and
// start it again; its settings are a JSON file that may be broken or slow to read.
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError, startDaemon, WireServer } from '../../dist/wire.js';

const { WIRED_SETTINGS, WIRED_DIARY, WIRED_LIMITS = '{}' } = process.env;
const server = new WireServer({
  limits: JSON.parse(WIRED_LIMITS),
  onConnect: ({ id }) => {
    server.publish({ type: 'ClientConnected', topic: 'clients', data: { client: id } });
  },
  onDisconnect: ({ id }) => {
    server.publish({ type: 'ClientDisconnected', topic: 'clients', data: { client: id } });
  },
});

const note = (word) => {
  if (WIRED_DIARY) appendFileSync(WIRED_DIARY, `${word}\n`);
};

server.handle('Slow', async ({ ms }) => {
  note('begin');
  await sleep(ms);
  return 'slept';
});
server.handle('Big', ({ length }) => 'x'.repeat(length));
server.handle('Hang', () => new Promise(() => undefined));
server.handle('Publish', ({ count, filler = 0 }) => {
  const text = 'x'.repeat(filler);
  for (let i = 0; i < count; i++) {
    server.publish({ type: 'Tick', topic: 'ticks', data: { n: i, text } });
  }
});

try {
  const daemon = await startDaemon({
    app: 'wired',
    version: '1.0.0',
    server,
    reload: async () => {
      note('reload');
      const { ms = 0 } = JSON.parse(readFileSync(WIRED_SETTINGS, 'utf8'));
      await sleep(ms);
      return { changed: ['ms'], restart_needed: [] };
    },
    onStop: async () => note('stopped'),
  });
  process.send?.('ready');
  await daemon.stopped;
  process.exit(0);
} catch (thrown) {
  process.stderr.write(`${thrown.message}\n`);
  process.exit(thrown instanceof StartError || thrown.name === 'StartError' ? thrown.exitCode : 1);
}
