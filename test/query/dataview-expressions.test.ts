import { expect, test } from 'vitest';
import { isVaultError } from '../../src/contract/errors.ts';
import { createEnv } from '../../src/engine/knowledge/query/env.ts';
import { compile } from '../../src/engine/knowledge/query/expression/compile.ts';
import { parseExpression } from '../../src/engine/knowledge/query/expression/parse.ts';
import { Pages } from '../../src/engine/knowledge/query/page/pages.ts';
import { guardedPatterns } from '../../src/engine/knowledge/query/patterns.ts';
import { EvalFailure } from '../../src/engine/knowledge/query/values/failure.ts';
import { RecordValue } from '../../src/engine/knowledge/query/values/value.ts';
import {
  hasOracle,
  oracleLines,
  oracleNowMs,
  oracleVault,
  oracleZone,
} from '../support/dataview-oracle.ts';
import { encode, isSame } from '../support/encode-value.ts';

interface Case {
  readonly id: string;
  readonly group: string;
  readonly input: { readonly expression: string; readonly page: string };
  readonly expected: { readonly value?: unknown; readonly error?: { readonly class: string } };
}

const zone = oracleZone;
const pages = new Pages(oracleVault(), zone);
const patterns = guardedPatterns();

/** What we answer to a case, in the notation of the oracle. */
function answer({ expression, page }: Case['input']): Case['expected'] {
  try {
    const row = pages.find(page) ?? new RecordValue({});
    const env = createEnv({ pages, patterns, from: page, nowMs: oracleNowMs });
    const parsed = parseExpression(expression, { nowMs: oracleNowMs, zone });
    return {
      value: encode(compile(parsed, { env, globals: new RecordValue({ this: row }) })(row)),
    };
  } catch (thrown) {
    if (thrown instanceof EvalFailure) return { error: { class: thrown.kind } };
    if (isVaultError(thrown)) return { error: { class: 'parse' } };
    throw thrown;
  }
}

test.runIf(hasOracle)('expressions have the values that Dataview gives them', () => {
  const cases = oracleLines<Case>('expressions.jsonl');
  const wrong = cases.filter(({ input, expected }) => {
    const got = answer(input);
    return expected.error
      ? got.error?.class !== expected.error.class
      : !('value' in got) || !isSame(got.value, expected.value);
  });
  const shown = wrong
    .slice(0, 10)
    .map(({ id, input, expected }) => ({ id, ...input, expected, got: answer(input) }));
  expect(shown, `${wrong.length} of ${cases.length} differ`).toEqual([]);
});
