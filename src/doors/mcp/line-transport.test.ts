import { expect, test } from 'vitest';
import { mcpLimits } from '../../contract/limits.ts';
import { LineTransport } from './line-transport.ts';

function openTransport() {
  const written: string[] = [];
  const transport = new LineTransport({
    write: (line) => written.push(line),
    direct: { watch() {}, begin: () => undefined, cancel() {} },
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
