import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { mcpLimits } from '../../contract/limits.ts';
import { LineGate } from './line-gate.ts';

/** A gate between two pipes, and a backend that can be full. */
function open() {
  const source = new PassThrough();
  const sink = new PassThrough();
  const passed: string[] = [];
  const failures: Error[] = [];
  let tellRoom = () => {};
  const backend = {
    isFull: false,
    push: (line: string) => void passed.push(line),
    onRoom(listener: () => void) {
      tellRoom = listener;
    },
    end: async () => undefined,
  };
  const arrive = (line: string) => line === 'hello';
  const gate = new LineGate({ source, sink, arrive, fail: (why) => failures.push(why) });
  return { source, sink, gate, backend, passed, failures, tellRoom: () => tellRoom() };
}

test('lines wait for the backend, and so does who sends them', async () => {
  const { source, gate, backend, passed } = open();
  source.write('hello\na\nb\n');
  await until(() => source.isPaused(), 'the source to wait');
  source.write('c\n');
  expect(passed).toEqual([]);
  gate.open(backend);
  await until(() => passed.length === 3, 'all lines');
  expect(passed).toEqual(['a', 'b', 'c']);
  await gate.emptied();
});

test('nothing passes while the backend has enough to do', async () => {
  const { source, gate, backend, passed, tellRoom } = open();
  gate.open(backend);
  backend.isFull = true;
  source.write('a\n');
  await until(() => source.isPaused(), 'the source to wait');
  backend.isFull = false;
  tellRoom();
  expect(passed).toEqual(['a']);
  expect(source.isPaused()).toBe(false);
});

test('nothing passes while the client does not take its answers', async () => {
  const { source, sink, gate, backend, passed } = open();
  gate.open(backend);
  sink.write(Buffer.alloc(mcpLimits.unsentBytesMax + 64 * 1024));
  source.write('a\n');
  await until(() => source.isPaused(), 'the source to wait');
  expect(passed).toEqual([]);
  sink.resume();
  await until(() => passed.length === 1, 'the line');
  expect(passed).toEqual(['a']);
});

test('a line that is too long is told once, and what follows it passes', async () => {
  const { source, gate, backend, passed, failures } = open();
  gate.open(backend);
  source.write(`${'x'.repeat(mcpLimits.lineBytesMax + 1)}\nb\n`);
  await until(() => passed.length === 1, 'the line');
  expect(passed).toEqual(['b']);
  expect(failures).toHaveLength(1);
});
