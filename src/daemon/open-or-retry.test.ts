import { expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import { VaultError } from '../contract/errors.ts';
import { createLog } from '../kit/log.ts';
import type { OpenProtocol } from '../operations/protocol.ts';
import { openOrRetry } from './open-or-retry.ts';

const taken = () => new VaultError('unavailable', 'The port is taken.', { hint: 'Free it.' });

/** A protocol that cannot open for the first `failures` times. */
function makeProtocol(failures: number) {
  const seen = { tries: 0, closes: 0, log: [] as string[] };
  const log = createLog({
    level: 'warn',
    json: false,
    write: (line) => void seen.log.push(line),
  });
  const open = async (): Promise<OpenProtocol> => {
    if (seen.tries++ < failures) throw taken();
    return {
      protocol: 'web',
      lines: ['at port 1'],
      close: async () => void seen.closes++,
    };
  };
  return { seen, log, open };
}

test('a protocol that can open is open', async () => {
  const { seen, log, open } = makeProtocol(0);
  const protocol = await openOrRetry('web', open, { log, retryMs: 1 });
  expect(protocol.lines).toEqual(['at port 1']);
  expect(protocol.status?.()).toMatchObject({ open: true });
  await protocol.close();
  expect(seen).toMatchObject({ tries: 1, closes: 1, log: [] });
});

test('one that cannot open says why, is logged once, and opens when it can', async () => {
  const { seen, log, open } = makeProtocol(3);
  const protocol = await openOrRetry('web', open, { log, retryMs: 1 });
  expect(protocol.lines).toEqual(['closed: The port is taken. Free it. Trying again.']);
  expect(protocol.failure).toMatchObject({ code: 'unavailable' });
  await until(() => protocol.current !== undefined, 'the protocol to open');
  expect(protocol.lines).toEqual(['at port 1']);
  expect(protocol.failure).toBeUndefined();
  expect(seen.log).toHaveLength(2);
  expect(seen.log[0]).toContain('stays closed. The port is taken.');
  expect(seen.log[1]).toContain('is open now');
  await protocol.close();
  expect(seen).toMatchObject({ tries: 4, closes: 1 });
});

test('one that is closed is not tried again', async () => {
  const { seen, log, open } = makeProtocol(Number.POSITIVE_INFINITY);
  const protocol = await openOrRetry('web', open, { log, retryMs: 1 });
  await protocol.close();
  const { tries } = seen;
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen.tries).toBe(tries);
});

test.each([
  ['a bug', new TypeError('a bug')],
  ['a wrong setting', new VaultError('invalid-input', 'a wrong setting')],
])('%s is no reason to try again', async (what, thrown) => {
  const { log } = makeProtocol(0);
  const open = () => Promise.reject(thrown);
  await expect(openOrRetry('web', open, { log, retryMs: 1 })).rejects.toThrow(what);
});
