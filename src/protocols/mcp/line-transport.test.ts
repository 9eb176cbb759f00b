import { expect, test } from 'vitest';
import { mcpLimits } from '../../contract/limits.ts';
import { LineTransport } from './line-transport.ts';

type Begin = ConstructorParameters<typeof LineTransport>[0]['direct']['begin'];

function openTransport(begin: Begin = () => undefined) {
  const written: string[] = [];
  const transport = new LineTransport({
    write: (line) => written.push(line),
    direct: { watch() {}, begin, cancel() {} },
    isGreeted: false,
    needLibrary() {},
  });
  transport.checkWith(() => {
    throw new Error('no such message');
  });
  return { transport, written };
}

test.each([
  ['before the library is there', false],
  ['when the library is there', true],
])('requests that are none are refused %s, and take nobody a place', async (_, isThere) => {
  const { transport, written } = openTransport();
  const count = mcpLimits.inFlightMax + 1;
  if (isThere) await transport.start();
  for (let id = 0; id < count; id++) transport.push(`{"id":${id},"method":"x"}`);
  transport.push('{"id":{},"method":"x"}');
  if (!isThere) await transport.start();
  expect(transport.isFull).toBe(false);
  expect(written).toHaveLength(count + 1);
  expect(new Set(written)).toEqual(
    new Set(['{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}']),
  );
});

test('who gets large answers gets fewer at a time, and more again when they are small', async () => {
  const answers: ((result: unknown) => void)[] = [];
  let id = 0;
  const { transport } = openTransport(() => ({
    id: ++id,
    result: new Promise((resolve) => answers.push(resolve)),
  }));
  const fill = (): number => {
    while (!transport.isFull) transport.push('{}');
    return answers.length;
  };
  const answerAll = async (result: unknown) => {
    for (const answer of answers.splice(0)) answer(result);
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(fill()).toBe(16);
  await answerAll('x'.repeat(mcpLimits.answersCharsMax / 8));
  expect(fill()).toBe(8);
  await answerAll('x'.repeat(mcpLimits.answersCharsMax));
  expect(fill()).toBe(mcpLimits.inFlightMin);
  await answerAll('small');
  await answerAll('small');
  for (let round = 0; round < 5; round++) {
    fill();
    await answerAll('small');
  }
  expect(fill()).toBe(mcpLimits.inFlightMax);
});
