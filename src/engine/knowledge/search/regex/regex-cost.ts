import type { RegexNode } from './regex-syntax.ts';

/**
 * A proven upper bound of the steps a backtracking matcher takes to search a text of `length`
 * from every start; Infinity where there is no proof. It counts the nodes of the matcher's
 * search tree: what follows a choice is tried once for every way the choice can be made.
 */
export function regexStepsMax(node: RegexNode | undefined, length: number): number {
  if (node === undefined) return Number.POSITIVE_INFINITY;
  return (length + 1) * (measure(node, length).steps + 1);
}

interface Cost {
  /** Size of the search tree from one start. */
  readonly steps: number;
  /** Ways to match from one start: how often the rest of the pattern may be tried. */
  readonly ways: number;
}

const one: Cost = { steps: 1, ways: 1 };
const unknown: Cost = { steps: Number.POSITIVE_INFINITY, ways: Number.POSITIVE_INFINITY };

function measure(node: RegexNode, length: number): Cost {
  switch (node.type) {
    case 'char':
    case 'set':
      return one;
    case 'backreference':
      return { steps: length + 1, ways: 1 };
    case 'assert':
      return {
        steps: node.inner === undefined ? 1 : 1 + measure(node.inner, length).steps,
        ways: 1,
      };
    case 'either':
      return node.items.map((item) => measure(item, length)).reduce(addCost, { steps: 1, ways: 0 });
    case 'sequence':
      return node.items.map((item) => measure(item, length)).reduce(followCost, one);
    case 'repeat':
      return measureRepeat(node, length);
  }
}

const addCost = (a: Cost, b: Cost): Cost => ({ steps: a.steps + b.steps, ways: a.ways + b.ways });

const followCost = (a: Cost, b: Cost): Cost => ({
  steps: a.steps + a.ways * b.steps,
  ways: a.ways * b.ways,
});

function measureRepeat(
  { inner, min, max }: Extract<RegexNode, { type: 'repeat' }>,
  length: number,
): Cost {
  const each = measure(inner, length);
  // Choices inside a repeat multiply with every repetition: only few of them can be bounded.
  if (each.ways > 1) {
    if (max > 4) return unknown;
    return { steps: each.steps * each.ways ** max * (max + 1), ways: (each.ways + 1) ** max };
  }
  // Every repetition beyond `min` consumes something, so there are at most `length` of them.
  const repetitions = Math.min(max, min + length) + 1;
  return { steps: repetitions * each.steps, ways: Math.min(max - min, length) + 1 };
}
