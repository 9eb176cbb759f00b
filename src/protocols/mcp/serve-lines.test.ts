import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import type { Backend, McpClient, McpRequest } from './backend.ts';
import { type Contract, modernRevision, vaultContract } from './contract.ts';
import { serveLines } from './serve-lines.ts';

interface Running {
  readonly request: McpRequest;
  answer(result: object): void;
}

/** A client at the other end of two pipes, and a backend that answers when the test wants it to. */
function open(contract: Contract = vaultContract('1')) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const running: Running[] = [];
  const heard: Record<string, unknown>[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    heard.push(...parts.map((line) => JSON.parse(line)));
  });
  let opened: (backend: Backend) => void = () => {};
  let client: McpClient | undefined;
  const loaded = new Promise<Backend>((resolve) => {
    opened = resolve;
  });
  const backend: Backend = {
    instructions: 'late',
    listeners: undefined,
    identify() {},
    answer: (request) => new Promise((answer) => running.push({ request, answer })),
    close: async () => {},
  };
  const load = (from: McpClient) => {
    client = from;
    return loaded;
  };
  const done = serveLines({
    input,
    output,
    contract,
    load,
    report: (thrown) => expect.unreachable(String(thrown)),
  });
  const send = (...lines: (object | string)[]) => {
    const texts = lines.map((line) =>
      typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line }),
    );
    input.write(`${texts.join('\n')}\n`);
  };
  return {
    input,
    output,
    heard,
    running,
    send,
    done,
    load: () => opened(backend),
    client: () => client,
  };
}

const list = (id: number | string, params = {}) => ({ id, method: 'tools/list', params });
const answered = (heard: readonly Record<string, unknown>[]) => heard.map(({ id }) => id);

test('initialize and ping are answered before the backend is there, and lists after it', async () => {
  const { send, heard, running, load } = open({ ...vaultContract('1'), hasInstructions: false });
  send({ id: 1, method: 'initialize' }, list(2), { id: 3, method: 'ping' });
  await until(() => heard.length === 2, 'two answers');
  expect(answered(heard)).toEqual([1, 3]);
  load();
  await until(() => running.length === 1, 'the list');
});

test('instructions that depend on the configuration are waited for', async () => {
  const { send, heard, load } = open();
  send({ id: 1, method: 'initialize' }, { id: 2, method: 'ping' });
  await until(() => heard.length === 1, 'the ping');
  load();
  await until(() => heard.length === 2, 'the handshake');
  expect(heard[1]).toMatchObject({ id: 1, result: { instructions: 'late' } });
});

test('no more is begun than fits, and the rest waits with the client', async () => {
  const { input, send, running, load } = open();
  load();
  send(...Array.from({ length: 40 }, (_, id) => list(id)));
  await until(() => input.isPaused(), 'the input to wait');
  await until(() => running.length === mcpLimits.inFlightFirst, 'the first requests');
  for (const { answer } of running.splice(0)) answer({ tools: [] });
  await until(() => running.length === 40 - mcpLimits.inFlightFirst, 'the others');
  expect(input.isPaused()).toBe(false);
});

test('a client that gets large answers gets fewer at a time, and more again when they are small', async () => {
  const { send, running, load } = open();
  load();
  send(...Array.from({ length: 400 }, (_, id) => list(id)));
  /** Answers all that run, and waits until as many run as then fit. */
  const round = async (chars: number, room: number): Promise<void> => {
    for (const { answer } of running.splice(0)) answer({ text: 'x'.repeat(chars) });
    await until(() => running.length === room, `${room} requests`);
  };
  await until(() => running.length === mcpLimits.inFlightFirst, 'the first requests');
  await round(mcpLimits.answersCharsMax / 8, 8);
  await round(mcpLimits.answersCharsMax, mcpLimits.inFlightMin);
  await round(0, mcpLimits.inFlightFirst);
  await round(0, mcpLimits.inFlightMax);
});

test('nothing is begun while the client does not take its answers', async () => {
  const { input, output, send, running, load } = open();
  load();
  output.pause();
  send(list(1));
  await until(() => running.length === 1, 'the request');
  running.shift()?.answer({ text: 'x'.repeat(2 * mcpLimits.unsentBytesMax) });
  await until(() => output.writableLength > 0, 'an answer that is not taken');
  send(list(2));
  await until(() => input.isPaused(), 'the input to wait');
  expect(running).toEqual([]);
  output.resume();
  await until(() => running.length === 1, 'the request');
});

test('lines that are no requests are refused, take no place, and the next one is served', async () => {
  const { send, heard, running, load } = open();
  load();
  const count = mcpLimits.inFlightMax + 1;
  for (let id = 0; id < count; id++) send(`{"id":${id},"method":"x"}`);
  send('{"id":{},"method":"x"}', 'x'.repeat(mcpLimits.lineBytesMax + 1), list(7));
  await until(() => running.length === 1, 'the request');
  expect(heard).toHaveLength(count + 2);
  for (const { error } of heard) expect(error).toMatchObject({ code: -32600 });
});

test('an id that is in use is refused, and a request that is cancelled has no answer', async () => {
  const { send, heard, running, load } = open();
  load();
  send(list('a'), list('a'));
  await until(() => heard.length === 1, 'the refusal');
  expect(heard[0]).toMatchObject({ id: null, error: { code: -32600 } });
  send(
    { method: 'notifications/cancelled', params: { requestId: 'a' } },
    { id: 2, method: 'ping' },
  );
  await until(() => heard.length === 2, 'the ping');
  expect(running[0]?.request.signal.aborted).toBe(true);
  running[0]?.answer({});
  send({ id: 3, method: 'ping' });
  await until(() => heard.length === 3, 'the next ping');
  expect(answered(heard)).toEqual([null, 2, 3]);
});

test('requests that wait for a person take no place, and what the person says comes back', async () => {
  const { send, heard, running, load } = open();
  load();
  send({ id: 0, method: 'initialize', params: { capabilities: { elicitation: {} } } });
  const count = mcpLimits.inFlightMax;
  send(...Array.from({ length: count }, (_, id) => list(id + 1)));
  const question = { method: 'elicitation/create', params: { message: '?' } };
  const inputRequests = { confirm: question };
  const asked = () => heard.filter(({ method }) => method === question.method);
  await until(() => {
    for (const { answer } of running.splice(0)) {
      answer({ resultType: 'input_required', requestState: 's', inputRequests });
    }
    return asked().length === count;
  }, 'a question for each request');
  send(list('next'));
  await until(() => running.length === 1, 'the next request');
  send({ id: asked()[0]?.id, result: { action: 'accept' } });
  await until(() => running.length === 2, 'one request once more');
  expect(running[1]?.request.params).toMatchObject({
    requestState: 's',
    inputResponses: { confirm: { action: 'accept' } },
  });
});

const modern = (version = modernRevision) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});

test('the first request decides how a client speaks', async () => {
  const { send, heard, running, load } = open();
  load();
  send(list(1, modern()));
  await until(() => running.length === 1, 'the request');
  running[0]?.answer({ tools: [] });
  await until(() => heard.length === 1, 'the answer');
  expect(heard[0]).toMatchObject({ result: { resultType: 'complete', cacheScope: 'private' } });
  send(list(2), list(3, modern('2099-01-01')), { id: 4, method: 'initialize', params: {} });
  await until(() => heard.length === 4, 'three refusals');
  expect(heard.slice(1)).toMatchObject([
    { id: 2, error: { code: -32602 } },
    { id: 3, error: { code: -32022 } },
    { id: 4, error: { code: -32022 } },
  ]);
});

test('what was asked before the end of the input is answered, and the rest is given up', async () => {
  const { input, send, running, heard, done, load } = open();
  load();
  send(list(1), list(2));
  input.end();
  await until(() => running.length === 2, 'requests');
  for (const { answer } of running) answer({});
  expect(await done).toBe(true);
  expect(answered(heard)).toEqual([1, 2]);
});

/** The input ends while two requests run. Passes almost all of the time in which one must end. */
async function openDraining() {
  const { input, send, running, done, load } = open();
  load();
  send(list(1), list(2));
  await until(() => running.length === 2, 'requests');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  input.end();
  const spend = async () => {
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(mcpLimits.drainMs - 1);
  };
  return { running, done, spend };
}

test('after the end of the input requests are waited for as long as one after another ends', async () => {
  const { running, done, spend } = await openDraining();
  for (const { answer } of running) {
    await spend();
    answer({});
    await new Promise(setImmediate);
  }
  expect(await done).toBe(true);
});

test('after the end of the input requests are given up where none ends', async () => {
  const { running, done, spend } = await openDraining();
  await spend();
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toBe(false);
  expect(running.every(({ request }) => request.signal.aborted)).toBe(true);
});
