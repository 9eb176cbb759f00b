import { expect, test } from 'vitest';
import * as z from 'zod';
import { VaultError } from '../contract/errors.ts';
import { dispatch, type Outcome } from './dispatch.ts';
import { type Call, defineOperation } from './operation.ts';

/** Runs an operation that ends as `run` does, for a caller with these grants. */
function check(
  run: () => unknown,
  grants: readonly string[] = ['read'],
): Outcome | Promise<Outcome> {
  const operation = defineOperation({
    name: 'test.run',
    summary: '',
    access: 'read',
    at: {},
    input: z.strictObject({ n: z.int().optional() }),
    output: z.unknown(),
    fails: [],
    run,
  });
  const call: unknown = {
    caller: { grants: new Set(grants) },
    signal: new AbortController().signal,
  };
  return dispatch(call as Call, operation, {});
}

const failures: readonly [string, () => unknown, string][] = [
  ['an expected failure', () => Promise.reject(new VaultError('not-found', 'x')), 'not-found'],
  ['a bug that is thrown', () => JSON.parse('{'), 'internal'],
  ['a bug in a promise', () => Promise.reject(new TypeError('secret')), 'internal'],
  ['something that is no error', () => Promise.reject('secret'), 'internal'],
];

test.each(failures)('%s leaves dispatch as a VaultError', async (_, run, code) => {
  const outcome = await check(run);
  expect(outcome).toMatchObject({ ok: false, error: { code } });
  if (!outcome.ok) expect(outcome.error.message).not.toContain('secret');
});

test('an operation that is not granted does not run', async () => {
  let runs = 0;
  const outcome = await check(() => runs++, []);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(runs).toBe(0);
});

test('input that does not fit is refused before the operation runs', async () => {
  let runs = 0;
  const operation = defineOperation({
    name: 'test.run',
    summary: '',
    access: 'read',
    at: {},
    input: z.strictObject({ n: z.int() }),
    output: z.unknown(),
    fails: [],
    run: () => runs++,
  });
  const call: unknown = { caller: { grants: new Set(['read']) }, signal: AbortSignal.any([]) };
  const outcome = await dispatch(call as Call, operation, { n: 'one' });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect(runs).toBe(0);
});
