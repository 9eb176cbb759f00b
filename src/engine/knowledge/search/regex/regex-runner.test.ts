import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { parseRegex, refuseNestedRepeats } from './regex.ts';
import { regexStepsMax } from './regex-cost.ts';
import { createRegexRunner, isCheapRegex } from './regex-runner.ts';
import { parseRegexSyntax, type RegexNode } from './regex-syntax.ts';

const runner = createRegexRunner();
afterAll(() => runner.close());

const long = 'a'.repeat(2_000);

describe('running', () => {
  test('a pattern that would never end is stopped while the loop goes on', async () => {
    // Neither pattern has a linear fallback: one looks back, the other is in unicode mode.
    const hanging = [parseRegex('^(a+)+\\1$'), parseRegex('(?:a|a)*b', 'u')];
    const running = Promise.allSettled(
      hanging.map((regex) => runner.test(regex, { texts: [`${long}!`] }, { timeoutMs: 300 })),
    );
    // The loop goes on: a turn of it ends before the patterns do.
    const first = await Promise.race([running, nextTurn('a turn of the loop')]);
    expect(first).toBe('a turn of the loop');
    const outcomes = await running;
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'timed-out', about: { reason: 'regex-timeout' } },
      });
    }
    await expect(runner.test(parseRegex('b$'), { texts: ['ab'] })).resolves.toEqual([true]);
  });

  test('the classic nested repeat ends', async () => {
    const run = runner.test(parseRegex('(a+)+$'), { texts: [`${'a'.repeat(40)}!`] });
    await expect(run).resolves.toEqual([false]);
  });

  test('more runs than threads all get their answers', async () => {
    const regex = parseRegex('(?:a|b)*c');
    const runs = Array.from({ length: 9 }, (_, i) =>
      runner.find(regex, { texts: [`${'ab'.repeat(1_000)}c`.repeat(i)] }, 0),
    );
    expect(await Promise.all(runs)).toEqual(
      Array.from({ length: 9 }, (_, i) => [{ total: i, spans: [] }]),
    );
  });

  test('a run can be cancelled, before and while it runs', async () => {
    const regex = parseRegex('^(a+)+\\1$');
    const gone = AbortSignal.abort();
    await expect(runner.test(regex, { texts: [long] }, { signal: gone })).rejects.toThrow();
    const controller = new AbortController();
    const run = runner.test(regex, { texts: [`${long}!`] }, { signal: controller.signal });
    await nextTurn();
    controller.abort();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('texts in shared memory come before strings', async () => {
    const memory = new SharedArrayBuffer(16);
    const end = Buffer.from(memory).write('é1é22');
    const corpus = { arenas: [{ memory, ranges: Uint32Array.of(0, 3, 3, end) }], texts: ['x333'] };
    const found = await runner.find(parseRegex('\\d+'), corpus, 5);
    expect(found).toEqual([
      { total: 1, spans: [1, 2] },
      { total: 1, spans: [1, 3] },
      { total: 1, spans: [1, 4] },
    ]);
  });

  test('replace counts and fills groups', async () => {
    const replaced = await runner.replace(parseRegex('(b)(c)'), 'abcbc', '$2$1');
    expect(replaced).toEqual({ text: 'acbcb', count: 2 });
  });

  test('empty matches are found once each, never inside a character', async () => {
    expect(await runner.find(parseRegex('x*', 'u'), { texts: ['😀'] }, 9)).toEqual([
      { total: 2, spans: [0, 0, 2, 2] },
    ]);
  });
});

describe('refusing', () => {
  const check = (run: () => unknown, reason: string) => {
    try {
      run();
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'invalid-input', about: { reason } });
      return;
    }
    expect.unreachable('it was accepted');
  };

  test('a pattern that does not compile', () => check(() => parseRegex('('), 'regex-invalid'));
  test('an unknown flag', () => check(() => parseRegex('a', 'y'), 'regex-invalid'));
  test('a pattern that is too long', () =>
    check(() => parseRegex('a'.repeat(1025)), 'regex-unsafe'));
  test('nested repeats, by their looks', () =>
    check(() => refuseNestedRepeats('(a+)+'), 'regex-unsafe'));
  test('repeats side by side are fine', () =>
    expect(refuseNestedRepeats('(a)+b+')).toBeUndefined());
});

describe('cost', () => {
  const steps = (source: string, length: number) =>
    regexStepsMax(parseRegexSyntax(source, ''), length);

  test('plain text is linear, one repeat is quadratic, nested repeats have no bound', () => {
    expect(steps('abc', 1_000)).toBeLessThan(6_000);
    expect(steps('\\w+x', 1_000)).toBeLessThan(4_000_000);
    expect(steps('(a+)+', 10)).toBe(Number.POSITIVE_INFINITY);
    expect(steps('(a|b)*', 10)).toBe(Number.POSITIVE_INFINITY);
  });

  test('short texts run right here, long ones do not', () => {
    const regex = parseRegex('a.*b');
    expect(isCheapRegex(regex, [100])).toBe(true);
    expect(isCheapRegex(regex, [100_000])).toBe(false);
  });

  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '\\w', '^', '$', '\\b', '(?:a)', '(?=b)');
  const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?', '{0,}');
  const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
    item: fc
      .tuple(
        fc.oneof(
          { weight: 4, arbitrary: atom },
          tie('pattern').map((p) => `(?:${p})`),
        ),
        quantifier,
      )
      .map(([inner, times]) => (/^[\^$]$|^\\b$|^\(\?=/.test(inner) ? inner : inner + times)),
    pattern: fc
      .array(fc.array(tie('item'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
      .map((ways) => ways.map((items) => items.join('')).join('|')),
  }));

  test('no pattern takes more steps than its bound', () => {
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab]{0,8}$/), (source, text) => {
        const node = parseRegexSyntax(source, '');
        const most = regexStepsMax(node, text.length);
        if (node === undefined || most > 20_000) return;
        expect(countSteps(node, text)).toBeLessThanOrEqual(most);
      }),
      { numRuns: 500 },
    );
  });
});

/** The attempts of a backtracking matcher that goes through every way, as if nothing ever fit at the end. */
function countSteps(node: RegexNode, text: string): number {
  let steps = 0;
  const walk = (part: RegexNode, at: number, next: (at: number) => void): void => {
    if (part.type === 'sequence') {
      const [first, ...rest] = part.items;
      if (first === undefined) next(at);
      else walk(first, at, (end) => walk({ type: 'sequence', items: rest }, end, next));
    } else if (part.type === 'either') {
      for (const item of part.items) walk(item, at, next);
    } else if (part.type === 'repeat') {
      turn(part, 0, at, next);
    } else {
      steps++;
      if (part.type !== 'char' && part.type !== 'set') next(at);
      else if (at < text.length) next(at + 1);
    }
  };
  const turn = (
    part: Extract<RegexNode, { type: 'repeat' }>,
    done: number,
    at: number,
    next: (at: number) => void,
  ): void => {
    if (done < part.max) {
      walk(part.inner, at, (end) => {
        if (end > at || done < part.min) turn(part, done + 1, end, next);
      });
    }
    if (done >= part.min) next(at);
  };
  for (let start = 0; start <= text.length; start++) walk(node, start, () => undefined);
  return steps;
}
