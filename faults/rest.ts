import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { silentLog } from '../src/kit/log.ts';
import { Sessions } from '../src/operations/sessions.ts';
import { toKeyDigest, toStoredKey } from '../src/protocols/rest/keys.ts';
import { openRestProtocol } from '../src/protocols/rest/serve.ts';
import { countCrashes, exchange, openCrowd } from './http-requests.ts';
import { createChance, type FaultReport, inFreshFolders } from './support.ts';

/** A busy machine is no failure. */
const patienceMs = 20_000;
type Chance = (below: number) => number;

/** Stands in the vault of another key, and nowhere else. */
const secret = 'text of the other vault';
const ownNote = 'one\ntwo\n';
const bodyBytes = 16 * 1024 * 1024;

interface Scene {
  readonly port: number;
  readonly own: string;
  readonly other: string;
}

/**
 * Random requests: malformed, half, with tricks in their paths, with no key, a wrong one, or that of
 * another vault; beside a client that wants its answers.
 */
export async function restRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<FaultReport> {
  return inRest(async (scene) => {
    const chance = createChance(seed);
    const counts = { sent: 0, refused: 0, answered: 0, honest: 0 };
    const losses = { unanswered: 0, crashes: 0, changed: 0, leaked: 0 };
    const crashes = countCrashes();
    while (counts.sent < requests) {
      const batch = Array.from({ length: 100 }, () => randomRequest(scene, chance));
      const answers = await Promise.all(batch.map((bytes) => exchange(scene.port, bytes)));
      counts.sent += batch.length;
      for (const [at, answer] of answers.entries()) {
        if (/^HTTP\/1\.1 [23]/.test(answer)) counts.answered++;
        else counts.refused++;
        const closed = batch[at]?.includes(otherBearer) ? ownNote : secret;
        if (answer.includes(closed) || answer.includes('root:')) losses.leaked++;
      }
      if (await isServed(scene)) counts.honest++;
      else losses.unanswered++;
    }
    losses.crashes = crashes.stop();
    if (readFileSync(join(scene.own, 'a.md'), 'utf8') !== ownNote) losses.changed++;
    if (readdirSync(scene.other).join() !== 'secret.md') losses.changed++;
    return { name: 'random requests at the REST protocol', rounds: requests, losses, counts };
  });
}

/** Large bodies: whole ones, halves, one that comes slowly, and one that is larger than it may be. */
export async function restBodies({ rounds }: { rounds: number }): Promise<FaultReport> {
  return inRest(async (scene) => {
    const { port, own } = scene;
    const counts = { stored: 0, refused: 0, served: 0 };
    const losses = { unanswered: 0, crashes: 0, lost: 0, torn: 0 };
    const crashes = countCrashes();
    for (let i = 0; i < rounds; i++) {
      const body = `${i} `.padEnd(bodyBytes, 'x');
      const slow = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
      slow.resume().write(`${putHead(scene, 'slow', bodyBytes)}x`);
      const [whole, large] = await Promise.all([
        exchange(port, putHead(scene, 'whole', bodyBytes) + body, patienceMs),
        exchange(port, putHead(scene, 'large', 2 * bodyBytes + 1), patienceMs),
        exchange(port, putHead(scene, 'half', bodyBytes) + body.slice(0, bodyBytes / 2)),
      ]);
      slow.write('x');
      if (await isServed(scene)) counts.served++;
      else losses.unanswered++;
      slow.destroy();
      if (large.startsWith('HTTP/1.1 413')) counts.refused++;
      else losses.unanswered++;
      const isStored = readFileSync(join(own, 'inbox/whole.md'), 'latin1') === body;
      if (isStored && whole.startsWith('HTTP/1.1 204')) counts.stored++;
      else losses.lost++;
      if (readdirSync(join(own, 'inbox')).join() !== 'whole.md') losses.torn++;
    }
    losses.crashes = crashes.stop();
    return { name: 'bodies of 16 MiB at the REST protocol', rounds, losses, counts };
  }, 2 * bodyBytes);
}

function putHead({ port }: Scene, name: string, length: number): string {
  const lines = [
    `PUT /vault/inbox/${name}.md HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer secret-of-own',
    'Content-Type: text/markdown',
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Connections that say nothing, or half of something, keep nobody out. */
export async function restCrowd({ connections }: { connections: number }): Promise<FaultReport> {
  return inRest(async (scene) => {
    const crowd = await openCrowd(scene.port, connections);
    let unanswered = 0;
    for (let i = 0; i < 20; i++) if (!(await isServed(scene))) unanswered++;
    const counts = { served: 20 - unanswered, closed: crowd.closed() };
    crowd.leave();
    return {
      name: 'idle connections at the REST protocol',
      rounds: connections,
      losses: { unanswered },
      counts,
    };
  });
}

function inRest(
  run: (scene: Scene) => Promise<FaultReport>,
  bodyBytesMax = 1024 * 1024,
): Promise<FaultReport> {
  return inFreshFolders(({ root: own, stateDir }) =>
    inFreshFolders(async ({ root: other }) => {
      writeFileSync(join(own, 'a.md'), ownNote);
      writeFileSync(join(other, 'secret.md'), secret);
      const engines: Engine[] = [];
      for (const [name, root] of Object.entries({ own, other })) {
        engines.push(await openEngine({ root, stateDir, name, live: true }));
      }
      const sessions = new Sessions({ clock: systemClock, log: silentLog });
      const protocol = await openRestProtocol({
        host: { vaults: engines, sessions, version: '0', clock: systemClock, log: silentLog },
        settings: {
          host: '127.0.0.1',
          httpsPort: 0,
          httpPort: 0,
          keyHeader: 'authorization',
          origins: [],
          extraHosts: [],
          certificateNames: [],
          bodyBytesMax,
          generation: 5,
          keys: [keyOf('own', false), keyOf('own', true), keyOf('other', true)],
        },
        places: {
          keysFile: join(stateDir, 'keys.json'),
          certificatesFile: join(stateDir, 'certificates.json'),
          configFolder: '.obsidian',
        },
      });
      try {
        const [, port] = Object(protocol.status?.()).ports;
        return await run({ port, own, other });
      } finally {
        await protocol.close();
        for (const engine of engines) await engine.close();
      }
    }),
  );
}

/** The writer has a folder of its own, so that the note must stay as it is. */
function keyOf(vault: string, isReader: boolean) {
  const name = isReader ? `${vault}-reader` : vault;
  return toStoredKey({
    name,
    vault,
    read_only: isReader,
    ...(!isReader && { write: ['inbox'] }),
    commands: false,
    generation: 5,
    digest: toKeyDigest(`secret-of-${name}`),
  });
}

const otherBearer = 'secret-of-other-reader';
const bearers = ['secret-of-own', 'secret-of-own-reader', otherBearer, 'wrong', '', '\u0000'];

async function isServed({ port }: Scene): Promise<boolean> {
  const head = [
    'GET /vault/a.md HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer secret-of-own-reader',
    'Connection: close',
  ].join('\r\n');
  const answer = await exchange(port, `${head}\r\n\r\n`, patienceMs);
  return answer.startsWith('HTTP/1.1 200') && answer.endsWith(ownNote);
}

const methods = [
  'GET',
  'HEAD',
  'PUT',
  'POST',
  'PATCH',
  'DELETE',
  'MOVE',
  'COPY',
  'OPTIONS',
  'G E T',
];
const paths = [
  '/',
  '/vault/',
  '/vault/a.md',
  '/vault/a.md/heading/One',
  '/vault/inbox/x.md',
  '/vault/%2e%2e/secret.md',
  '/vault/..%2f..%2f..%2fetc%2fpasswd',
  '/vault/%2Fetc%2Fpasswd',
  '/vault/%00',
  '/vault/%E0%A4%A',
  '/vault/.obsidian/app.json',
  '/active/',
  '/periodic/daily/2026/99/99/',
  '/periodic/__proto__/',
  '/tags/',
  '/commands/x/',
  '/open/..%2fx.md',
  '/search/simple/?query=text',
  '/__proto__/x',
  '//',
  '*',
  'http://x/',
  `/vault/${'x'.repeat(9000)}`,
];
/** Requests that a right key has an answer for. */
const usual = ['GET /vault/a.md', 'GET /vault/', 'PUT /vault/inbox/x.md', 'GET /tags/'];
const destinations = ['inbox/y.md', '../secret.md', '/etc/passwd', '%E0%A4%A', 'a.md', ''];
const types = ['text/markdown', 'application/json', 'text/plain; charset=x', '', 'a'.repeat(300)];
const bodies = ['', '{', 'null', '[[[[', 'some text', '{"operation":"append"}', '\u0000'];

/** Mostly whole requests with wild members; now and then half of one. */
function randomRequest({ port }: Scene, chance: Chance): string {
  const pick = (list: readonly string[]): string => list[chance(list.length)] ?? '';
  const isUsual = () => chance(9) > 0;
  const body = pick(bodies);
  const what = chance(2) > 0 ? `${pick(methods)} ${pick(paths)}` : pick(usual);
  const lines = [
    `${what} HTTP/1.${isUsual() ? 1 : chance(3)}`,
    `Host: ${isUsual() ? `127.0.0.1:${port}` : 'evil.example'}`,
    ...(isUsual() ? [] : ['Origin: https://evil.example']),
    ...(isUsual() ? [`Authorization: Bearer ${pick(bearers)}`] : []),
    `Content-Type: ${pick(types)}`,
    `Destination: ${pick(destinations)}`,
    ...(isUsual() ? [`Content-Length: ${isUsual() ? body.length : chance(2 ** 31)}`] : []),
    ...(isUsual() ? [] : ['If-Match: W/x', 'Target-Type: heading', 'Target: %E0%A4%A']),
    ...(isUsual() ? ['Connection: close'] : []),
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return chance(10) === 0 ? request.slice(0, chance(request.length)) : request;
}
