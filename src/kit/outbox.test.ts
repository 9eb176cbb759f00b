import { expect, test } from 'vitest';
import { Outbox, type OutboxOptions, type Sink } from './outbox.ts';

/** A peer that takes everything at once, or nothing until it reads. */
class FakeSink implements Sink {
  readonly writes: string[] = [];
  readonly #pending: (() => void)[] = [];
  bufferedBytes = 0;
  isClosed = false;
  isReading = true;

  write(data: string | Buffer, written: () => void): void {
    this.writes.push(data.toString());
    if (!this.isReading) this.bufferedBytes += Buffer.byteLength(data);
    this.#pending.push(written);
  }

  read(): void {
    this.bufferedBytes = 0;
    for (const written of this.#pending.splice(0)) written();
  }
}

function open(options: Partial<OutboxOptions> = {}) {
  const sink = new FakeSink();
  const reasons: string[] = [];
  let emptied = 0;
  const outbox = new Outbox(sink, {
    isStream: true,
    onEmpty: () => {
      emptied++;
    },
    onGiveUp: (reason) => reasons.push(reason),
    ...options,
  });
  return { sink, outbox, reasons, emptied: () => emptied };
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));
const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve));

test('messages of one tick leave in one write, in order', async () => {
  const { sink, outbox, emptied } = open();
  for (const text of ['a', 'b', 'c']) outbox.add(text);
  expect(sink.writes).toEqual([]);
  await nextTick();
  expect(sink.writes).toEqual(['abc']);
  expect(emptied()).toBe(1);
});

test('where each write is a message, messages are neither joined nor cut', async () => {
  const { sink, outbox } = open({ isStream: false });
  const long = 'x'.repeat(3 * 1024 * 1024);
  for (const text of ['a', long, 'b']) outbox.add(text);
  await nextTick();
  await nextRound();
  expect(sink.writes.map(({ length }) => length)).toEqual([1, long.length, 1]);
});

test('messages wait while the peer does not read, and can be withdrawn until they leave', async () => {
  const { sink, outbox, emptied } = open();
  sink.isReading = false;
  outbox.add('first');
  await nextTick();
  const second = outbox.add('second');
  outbox.add('third');
  await nextTick();
  expect(sink.writes).toEqual(['first']);
  expect(outbox.unsentBytes).toBe(16);
  outbox.withdraw(second);
  outbox.addFirst('zeroth');
  expect(outbox.unsentBytes).toBe(16);
  expect(outbox.isEmpty).toBe(false);
  sink.isReading = true;
  sink.read();
  expect(sink.writes).toEqual(['first', 'zeroththird']);
  expect(outbox.isEmpty).toBe(true);
  expect(emptied()).toBe(1);
  outbox.withdraw(second);
  expect(outbox.unsentBytes).toBe(0);
});

test('many withdrawn messages take no room in the queue', async () => {
  const { sink, outbox } = open();
  sink.isReading = false;
  outbox.add('blocks');
  await nextTick();
  for (let count = 0; count < 10_000; count++) outbox.withdraw(outbox.add('x'));
  outbox.add('last');
  sink.isReading = true;
  sink.read();
  expect(sink.writes).toEqual(['blocks', 'last']);
});

test('a part that is made later is made when the peer has taken what came before it', async () => {
  const { sink, outbox } = open();
  sink.isReading = false;
  outbox.add('head ');
  await nextTick();
  let made = 0;
  outbox.add(() => `part ${++made}`, 6);
  expect(made).toBe(0);
  expect(outbox.unsentBytes).toBe(11);
  sink.isReading = true;
  sink.read();
  expect(sink.writes).toEqual(['head ', 'part 1']);
});

test('a long message leaves in pieces, and after much in one go others are served first', async () => {
  const { sink, outbox } = open();
  const long = 'é'.repeat(2 * 1024 * 1024);
  outbox.add(long);
  outbox.flush();
  const soFar = sink.writes.length;
  expect(soFar).toBeLessThan(4);
  await nextRound();
  await nextRound();
  expect(sink.writes.join('')).toBe(long);
  expect(sink.writes.length).toBe(4);
});

test('a peer for which too much waits is given up', () => {
  const { outbox, reasons } = open({ unsentBytesMax: 5 });
  outbox.add('12345');
  expect(reasons).toEqual([]);
  outbox.add('6');
  expect(reasons).toEqual(['too much waits for the client']);
});

test('a peer that takes nothing is slow at first, then it is given up', async () => {
  const slow: string[] = [];
  await new Promise<void>((resolve) => {
    const { sink, outbox } = open({
      slowAfterMs: 1,
      stalledAfterMs: 5,
      onSlow: () => slow.push(outbox.isSlow ? 'slow' : 'not slow'),
      onGiveUp: (reason) => {
        slow.push(reason);
        resolve();
      },
    });
    sink.isReading = false;
    outbox.add('x');
  });
  expect(slow).toEqual(['slow', 'the client took nothing for too long']);
});

test('nothing is written to a sink that is closed', async () => {
  const { sink, outbox, emptied } = open();
  outbox.add('x');
  sink.isClosed = true;
  await nextTick();
  outbox.clear();
  expect(sink.writes).toEqual([]);
  expect(emptied()).toBe(0);
});
