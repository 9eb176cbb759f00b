import { expect, test } from 'vitest';
import { fitNodes, isInSight, lineOf } from './geometry.ts';
import { parseCanvas } from './parse.ts';

const box = { x: 0, y: 0, width: 100, height: 50 };
const text = (id: string, more: object = {}) => ({ id, type: 'text', text: id, ...box, ...more });
const parse = (nodes: readonly unknown[], edges: readonly unknown[] = []) =>
  parseCanvas(JSON.stringify({ nodes, edges }));

test('an empty file is an empty canvas', () => {
  expect(parseCanvas('')).toEqual({ nodes: [], edges: [] });
  expect(parseCanvas('{}')).toEqual({ nodes: [], edges: [] });
  expect(() => parseCanvas('[')).toThrow();
  expect(() => parseCanvas('[]')).toThrow();
});

test('what is not understood is left out', () => {
  const { nodes, edges } = parse(
    [text('a'), { ...text('b'), type: 'film' }, { ...text('c'), x: 'far' }, 7],
    [{ id: 'e', fromNode: 'a', toNode: 'b' }],
  );
  expect(nodes.map(({ id }) => id)).toEqual(['a']);
  expect(edges).toEqual([]);
});

test('a colour is one of six, or a colour', () => {
  const colours = ['1', '#c0654a', '7', 'red', 'url(x)', 3];
  const { nodes } = parse(colours.map((color, at) => text(String(at), { color })));
  expect(nodes.map(({ colour }) => colour)).toEqual(['1', '#c0654a', '', '', '', '']);
});

test('an edge leaves a card at its side, and points to the other one', () => {
  const { nodes, edges } = parse(
    [text('a'), text('b', { x: 300 })],
    [{ id: 'e', fromNode: 'a', toNode: 'b', toEnd: 'none', fromEnd: 'arrow', label: 'to' }],
  );
  const [edge] = edges;
  const [a, b] = nodes;
  if (edge === undefined || a === undefined || b === undefined) throw new Error('lost');
  expect(edge).toMatchObject({ hasStartArrow: true, hasEndArrow: false, label: 'to' });
  expect(lineOf(edge, a, b).path).toMatch(/^M100 25 C.* 300 25$/);
  expect(lineOf({ ...edge, fromSide: 'top' }, a, b).path).toMatch(/^M50 0 /);
});

test('all cards are shown at first, and none larger than it is', () => {
  const { nodes } = parse([text('a'), text('b', { x: 1900 })]);
  const size = { width: 1040, height: 500 };
  expect(fitNodes(nodes, size)).toEqual({ x: 1000, y: 25, scale: 0.5 });
  expect(fitNodes(nodes.slice(0, 1), size).scale).toBe(1);
  expect(nodes.map((node) => isInSight(node, { x: 0, y: 0, scale: 1 }, size))).toEqual([
    true,
    false,
  ]);
});
