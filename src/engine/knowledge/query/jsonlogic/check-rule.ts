import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { isRecord } from '../../../../kit/records.ts';
import type { HitOptions } from '../questions.ts';
import { iterators, operatorNames } from './operators.ts';

/** A rule that was checked: only known operators, nested and repeated within reason. */
export type Rule = Readonly<Record<string, unknown>>;

/** Checks a rule before it is run on any file. */
export function checkRule(raw: unknown, operands: HitOptions['operands'] = 'any order'): Rule {
  if (!isRecord(raw)) throw invalidRule('A rule is an object with one operator.', '');
  const keys = Object.keys(raw);
  if (keys.length > 1) throw invalidRule('A rule has one operator at its top.', '');
  const text = JSON.stringify(raw);
  if (text.length > limits.queryRuleLengthMax) {
    throw invalidRule(`A rule has at most ${limits.queryRuleLengthMax} characters.`, '');
  }
  return keys.length === 0 ? raw : checkLogic(raw, '', 0, 0, operands);
}

type Operands = HitOptions['operands'];

function checkLogic(
  raw: Rule,
  where: string,
  depth: number,
  loops: number,
  operands: Operands,
): Rule {
  const [[name, args] = ['', undefined]] = Object.entries(raw);
  const place = where === '' ? name : `${where}.${name}`;
  if (!operatorNames.has(name)) throw invalidRule(`There is no operator "${name}".`, place);
  if (depth > limits.queryDepthMax) throw invalidRule('The rule is nested too deeply.', place);
  const inner = iterators.has(name) ? loops + 1 : loops;
  if (inner > limits.queryRuleLoopsMax) {
    throw invalidRule(
      `Lists are walked inside lists more than ${limits.queryRuleLoopsMax} deep.`,
      place,
    );
  }
  const checked = checkArgument(args, place, depth + 1, inner, operands);
  const mayTurn = operands === 'any order' && (name === 'glob' || name === 'regexp');
  return { [name]: mayTurn ? patternFirst(checked) : checked };
}

function checkArgument(
  raw: unknown,
  where: string,
  depth: number,
  loops: number,
  operands: Operands,
): unknown {
  if (Array.isArray(raw)) {
    return raw.map((part, at) => checkArgument(part, `${where}.${at}`, depth, loops, operands));
  }
  // An object with several members is data.
  if (!isRecord(raw) || Object.keys(raw).length !== 1) return raw;
  return checkLogic(raw, where, depth, loops, operands);
}

/** Early hints of other servers had the operands the other way round, which matches nothing. */
function patternFirst(args: unknown): unknown {
  if (!Array.isArray(args) || args.length !== 2) return args;
  const [first, second] = args;
  return isRecord(first) && 'var' in first && typeof second === 'string' ? [second, first] : args;
}

/** The rule cannot be evaluated. */
export function invalidRule(message: string, where: string, path?: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'logic-invalid',
    hint: `Operators: ${[...operatorNames].sort().join(' ')}.`,
    ...(path !== undefined && { path }),
    ...(where !== '' && { data: { where } }),
  });
}
