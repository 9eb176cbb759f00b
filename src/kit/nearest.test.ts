import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const check = (meant: string, names: string[], found: string[]) =>
  expect(nearest(meant, names, 2)).toEqual(found);

test('another case is nearest, then few other letters', () =>
  check('goals', ['Goal', 'Coats', 'GOALS'], ['GOALS', 'Goal']));
test('a part of a name is near', () =>
  check('open', ['Closed', 'Open questions'], ['Open questions']));
test('what is far is not offered', () => check('goals', ['Weather', 'x'], []));
