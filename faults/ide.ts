import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ideLimits } from '../src/contract/limits.ts';
import { openEngine } from '../src/engine/engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { silentLog } from '../src/kit/log.ts';
import { Sessions } from '../src/operations/sessions.ts';
import { openIdeProtocol } from '../src/protocols/ide/serve.ts';
import {
  type Address,
  IdeClient,
  RawSocket,
  toFrame,
  upgradeRequest,
} from '../test/support/ide-client.ts';
import { until } from '../test/support/until.ts';
import { createChance, type FaultReport, inFreshFolders } from './support.ts';

const note = 'one\ntwo\n';

/** Random frames from somebody who knows the token, beside a client that only wants its answers. */
export async function ideFrames({
  frames,
  seed,
}: {
  frames: number;
  seed: number;
}): Promise<FaultReport> {
  return inProtocol(async (address, sessions, root) => {
    const { unanswered, crashes, ...counts } = await attack(address, frames, createChance(seed));
    await until(() => sessions.list().length === 0, 'all sessions to end', { timeoutMs: 30_000 });
    const changed = readFileSync(join(root, 'a.md'), 'utf8') === note ? 0 : 1;
    const losses = { unanswered, crashes, changed };
    return { name: 'random frames at the IDE protocol', rounds: frames, losses, counts };
  });
}

/** Runs beside an open protocol of one vault with one note. */
function inProtocol(
  run: (address: Address, sessions: Sessions, root: string) => Promise<FaultReport>,
): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    writeFileSync(join(root, 'a.md'), note);
    const engine = await openEngine({ root, stateDir, name: 'faults', live: true });
    const sessions = new Sessions({ clock: systemClock, log: silentLog });
    const stateFile = () => join(stateDir, 'ide.json');
    const protocol = await openIdeProtocol({
      host: { vaults: [engine], sessions, version: '0', clock: systemClock, log: silentLog },
      places: { stateFile, rotateToken: false },
      settings: {
        messageBytesMax: 256 * 1024,
        extraHosts: [],
        instructions: '',
        prompts: true,
        resources: true,
        lockPid: true,
        lockDirs: [join(stateDir, 'locks')],
        pingMs: ideLimits.pingMs,
      },
      limits: { ...ideLimits, closeMs: 50 },
    });
    const { port, token } = JSON.parse(readFileSync(stateFile(), 'utf8'));
    try {
      return await run({ port, token }, sessions, root);
    } finally {
      await protocol.close();
      await engine.close();
    }
  });
}

/** A client that hangs, with the limits that everybody has: it is let go at the second tick. */
export async function idePatience(): Promise<FaultReport> {
  return inProtocol(async (address, sessions) => {
    const honest = await IdeClient.enter(address);
    const raw = await RawSocket.connect(address.port);
    raw.write(upgradeRequest(address));
    await raw.head();
    raw.write(toFrame('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'));
    const startMs = performance.now();
    await until(() => raw.isClosed, 'the silent client to be let go', {
      timeoutMs: 3 * ideLimits.pingMs,
    });
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const isEarly = seconds * 1000 < ideLimits.pingMs;
    await until(() => sessions.list().length === 1, 'its place to be free');
    const losses = { early: isEarly ? 1 : 0, others: honest.closeCode === undefined ? 0 : 1 };
    honest.close();
    return { name: 'a client that answers no ping', rounds: 1, losses, counts: { seconds } };
  });
}

type Chance = (below: number) => number;

async function attack(address: Address, frames: number, chance: Chance) {
  const counts = { unanswered: 0, crashes: 0, frames: 0, connections: 0, closings: 0, answers: 0 };
  const onCrash = () => counts.crashes++;
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
  const honest = await IdeClient.enter(address);
  while (counts.frames < frames) {
    const raw = await RawSocket.connect(address.port);
    raw.write(upgradeRequest(address));
    await raw.head();
    raw.write(toFrame('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'));
    counts.connections++;
    for (let i = 0; i < 200 && !raw.isClosed && counts.frames < frames; i++, counts.frames++) {
      raw.write(randomFrame(chance));
      if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const answer = await honest.request('ping');
    if ('result' in answer) counts.answers++;
    else counts.unanswered++;
    if (raw.isClosed) counts.closings++;
    raw.socket.destroy();
  }
  honest.close();
  process.off('uncaughtException', onCrash);
  process.off('unhandledRejection', onCrash);
  return counts;
}

const methods = [
  'initialize',
  'initialized',
  'ping',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'files/read',
  'workspace/selection',
  'notifications/cancelled',
  'ide_connected',
  '__proto__',
  'constructor',
  '',
];
const tools = [
  'openFile',
  'openDiff',
  'getCurrentSelection',
  'getOpenEditors',
  'getDiagnostics',
  'close_tab',
  'checkDocumentDirty',
  'saveDocument',
  'closeAllDiffTabs',
  'executeCode',
  'toString',
];
const values = [
  null,
  true,
  -1,
  1.5,
  '',
  'a.md',
  '../a.md',
  'file:///etc/hosts',
  '\u0000',
  [],
  {},
  [[]],
  { filePath: 'a.md' },
  { tab_name: 5 },
  'x'.repeat(5000),
  '/',
  { __proto__: null },
  '%',
  'file://%',
];

/** Mostly well-formed frames with wild messages; now and then a frame that breaks the rules. */
function randomFrame(chance: Chance): Buffer {
  const kind = chance(100);
  if (kind === 0)
    return toFrame(randomBytes(chance(200)), { opcode: chance(16), reserved: chance(8) });
  if (kind === 1) return toFrame(randomBytes(chance(50)), { fin: false });
  if (kind === 2) return toFrame('', { length: chance(2 ** 31) });
  if (kind < 8) return toFrame(randomBytes(chance(100)).toString('base64'));
  if (kind < 12) return toFrame('['.repeat(chance(500)));
  if (kind < 20) return toFrame(cut(JSON.stringify(randomMessage(chance)), chance));
  return toFrame(JSON.stringify(randomMessage(chance)));
}

function randomMessage(chance: Chance): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[chance(list.length)];
  const isCall = chance(2) === 0;
  const args = {
    filePath: pick(values),
    uri: pick(values),
    tab_name: pick(values),
    old_file_path: pick(values),
    new_file_path: pick(values),
    new_file_contents: pick(values),
    startText: pick(values),
  };
  return {
    jsonrpc: chance(20) === 0 ? pick(values) : '2.0',
    ...(chance(5) > 0 && { id: chance(10) === 0 ? pick(values) : chance(1000) }),
    method: chance(30) === 0 ? pick(values) : isCall ? 'tools/call' : pick(methods),
    params: isCall
      ? { name: pick(tools), arguments: chance(4) === 0 ? pick(values) : args }
      : { path: pick(values), uri: pick(values), name: pick(values), requestId: pick(values) },
  };
}

function cut(text: string, chance: Chance): string {
  const at = chance(text.length);
  return chance(2) === 0 ? text.slice(0, at) : text.slice(0, at) + text.slice(at + chance(5));
}
