import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../src/engine/engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createEmitter } from '../src/kit/emitter.ts';
import { silentLog } from '../src/kit/log.ts';
import { Sessions } from '../src/operations/sessions.ts';
import { openWebProtocol } from '../src/protocols/web/serve.ts';
import { until } from '../test/support/until.ts';
import { countCrashes, exchange, openCrowd } from './http-requests.ts';
import { createChance, type FaultReport, inFreshFolders } from './support.ts';

const note = 'one\ntwo\n';
/** A busy machine is no failure. */
const patienceMs = 20_000;
type Chance = (below: number) => number;

/** An open protocol, and somebody who is logged in. */
interface Scene {
  readonly port: number;
  readonly cookie: string;
  readonly root: string;
}

/** Random requests of strangers and of somebody who is logged in, beside a page that wants its answers. */
export async function webRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<FaultReport> {
  return inProtocol(async (scene) => {
    const chance = createChance(seed);
    const counts = { sent: 0, refused: 0, answered: 0, honest: 0 };
    const losses = { unanswered: 0, crashes: 0, changed: 0 };
    const crashes = countCrashes();
    while (counts.sent < requests) {
      const batch = Array.from({ length: 200 }, () => randomRequest(scene, chance));
      const heads = await Promise.all(batch.map((bytes) => exchange(scene.port, bytes)));
      counts.sent += batch.length;
      for (const head of heads) {
        if (/^HTTP\/1\.1 [23]/.test(head)) counts.answered++;
        else counts.refused++;
      }
      if (await isHonestServed(scene)) counts.honest++;
      else losses.unanswered++;
    }
    losses.crashes = crashes.stop();
    if (readFileSync(join(scene.root, 'a.md'), 'utf8') !== note) losses.changed++;
    return { name: 'random requests at the web protocol', rounds: requests, losses, counts };
  });
}

/** Connections that say nothing, or half of something, keep nobody out; in time they are closed. */
export async function webCrowd({
  connections,
  isTimed,
}: {
  connections: number;
  isTimed: boolean;
}): Promise<FaultReport> {
  return inProtocol(async (scene) => {
    const crowd = await openCrowd(scene.port, connections);
    let unanswered = 0;
    for (let i = 0; i < 20; i++) if (!(await isHonestServed(scene))) unanswered++;
    if (isTimed) await until(() => crowd.closed() === connections, 'the idle ones to be closed');
    const counts = { served: 20 - unanswered, ...(isTimed && { closed: crowd.closed() }) };
    crowd.leave();
    return {
      name: 'idle connections at the web protocol',
      rounds: connections,
      losses: { unanswered },
      counts,
    };
  });
}

function inProtocol(run: (scene: Scene) => Promise<FaultReport>): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    writeFileSync(join(root, 'a.md'), note);
    const engine = await openEngine({ root, stateDir, name: 'faults', live: true });
    const sessions = new Sessions({ clock: systemClock, log: silentLog });
    const protocol = await openWebProtocol({
      host: { vaults: [engine], sessions, version: '0', clock: systemClock, log: silentLog },
      health: { everyMs: 0, samples: () => [], events: createEmitter(() => undefined) },
      settings: { port: undefined, name: '127.0.0.1', extraHosts: [] },
      places: {
        stateFile: join(stateDir, 'web.json'),
        certificatesFile: join(stateDir, 'web-certificates.json'),
        assets: join(stateDir, 'none'),
      },
    });
    try {
      const link = new URL(protocol.newLink());
      const port = Number(link.port);
      const head = await exchange(
        port,
        `GET ${link.pathname}${link.search} HTTP/1.1\r\nHost: ${link.host}\r\nConnection: close\r\n\r\n`,
      );
      const [cookie = ''] = /vaultd_session=[\w-]+/.exec(head) ?? [];
      return await run({ port, cookie, root });
    } finally {
      await protocol.close();
      await engine.close();
    }
  });
}

async function isHonestServed({ port, cookie }: Scene): Promise<boolean> {
  const body = JSON.stringify({ operation: 'note.read', input: { path: 'a.md' } });
  const head = [
    'POST /api/call HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    'X-Vaultd: 1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  const answer = await exchange(port, `${head}\r\n\r\n${body}`, patienceMs);
  return answer.startsWith('HTTP/1.1 200') && answer.includes('one\\ntwo\\n');
}

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'get', 'G E T', ''];
const paths = [
  '/',
  '/open',
  '/open?key=x',
  '/api/call',
  '/api/batch',
  '/api/events',
  '/api/events?page=%',
  '/files/a.md',
  '/files/%',
  '/files/../a.md',
  '/assets/x.js',
  '//',
  '*',
  'http://x/',
  '/\u0000',
  `/${'x'.repeat(9000)}`,
];
const bodies = [
  '',
  '{',
  'null',
  '[[[[',
  '{"operation":"note.read","input":{"path":"a.md"}}',
  '{"operation":"note.read","input":{"path":"../a.md"}}',
  '{"operation":"clients.disconnect","input":{"id":"__proto__"}}',
  '{"operation":"activity.list","input":{"before":"\\u0000","limit":1}}',
  '{"operation":"graph.get","input":{"center":"a.md","depth":5}}',
  '{"operation":"toString"}',
  '{"calls":[{"operation":"vault.list"},{"operation":"health.get"}]}',
  '{"calls":[null]}',
];

/** Mostly whole requests with wild members; now and then half of one. */
function randomRequest({ port, cookie }: Scene, chance: Chance): string {
  const pick = <T>(list: readonly T[], fallback: T): T => list[chance(list.length)] ?? fallback;
  const isUsual = () => chance(9) > 0;
  const [method, path] =
    chance(3) > 0 ? ['POST', '/api/call'] : [pick(methods, ''), pick(paths, '')];
  const body = pick(bodies, '');
  const lines = [
    `${method} ${path} HTTP/1.${isUsual() ? 1 : chance(3)}`,
    `Host: ${isUsual() ? `127.0.0.1:${port}` : 'evil.example'}`,
    ...(isUsual() ? [`Origin: http://127.0.0.1:${port}`] : []),
    ...(isUsual() ? [`Cookie: ${isUsual() ? cookie : 'vaultd_session=;;=x'}`] : []),
    ...(isUsual() ? ['X-Vaultd: 1', 'Content-Type: application/json'] : []),
    ...(isUsual() ? [`Content-Length: ${isUsual() ? body.length : chance(2 ** 31)}`] : []),
    ...(isUsual() ? [] : [`Range: bytes=${chance(99)}-${chance(99)}`]),
    ...(isUsual() ? ['Connection: close'] : []),
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return chance(10) === 0 ? request.slice(0, chance(request.length)) : request;
}
