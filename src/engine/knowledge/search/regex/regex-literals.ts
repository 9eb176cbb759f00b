import type { Condition } from '../core/condition.ts';
import { makeNeedle } from '../text/needle.ts';
import type { Regex } from './regex.ts';
import type { RegexNode } from './regex-syntax.ts';

/** What every text with a match must have, so that the index can rule notes out before the run. */
export function literalCondition({ syntax, flags }: Regex): Condition {
  return (syntax && conditionOf(syntax, flags)) ?? anything;
}

const anything: Condition = { type: 'all', items: [] };

function conditionOf(node: RegexNode, flags: string): Condition | undefined {
  switch (node.type) {
    case 'char':
    case 'sequence':
      return sequenceCondition(flatten(node), flags);
    case 'either': {
      const items = node.items.map((item) => conditionOf(item, flags));
      return items.every((item) => item !== undefined) ? { type: 'any', items } : undefined;
    }
    case 'repeat':
      return node.min > 0 ? conditionOf(node.inner, flags) : undefined;
    default:
      return undefined;
  }
}

/** Nested sequences as one, so that a group inside a word does not break it. */
function flatten(node: RegexNode): RegexNode[] {
  return node.type === 'sequence' ? node.items.flatMap(flatten) : [node];
}

function sequenceCondition(nodes: readonly RegexNode[], flags: string): Condition | undefined {
  const items: Condition[] = [];
  let text = '';
  const end = () => {
    if (text !== '') items.push(needleCondition(text, flags));
    text = '';
  };
  for (const node of nodes) {
    if (node.type === 'char' && isSafe(node.text, flags)) text += node.text;
    // An anchor is between characters and consumes none.
    else if (node.type !== 'assert') {
      end();
      const inner = node.type === 'char' ? undefined : conditionOf(node, flags);
      if (inner !== undefined) items.push(inner);
    }
  }
  end();
  return items.length === 0 ? undefined : { type: 'all', items };
}

function needleCondition(text: string, flags: string): Condition {
  const needle = makeNeedle(text, { matchCase: !flags.includes('i') });
  return { type: 'needle', needle, subject: 'text' };
}

/** Ignoring case, patterns know more equal letters than search does; but none for plain ones. */
function isSafe(char: string, flags: string): boolean {
  if (!flags.includes('i')) return true;
  return char < '\u0080' && !(/[uv]/.test(flags) && /[ks]/i.test(char));
}
