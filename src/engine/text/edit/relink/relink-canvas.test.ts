import { expect, test } from 'vitest';
import { retargetCanvas } from './relink-canvas.ts';
import type { Retarget } from './relink-target.ts';

/** Heading `h` of `A.md` is `H` from now on; `B.md` is in a folder, and has another heading. */
const retarget: Retarget = ({ path, subpath }) => {
  if (/^\/?A(\.md)?$/.test(path) && subpath === '#h') return { subpath: '#H "x"' };
  if (path === '/B.md') return { path: '/f/C.md', subpath: '#s' };
  return path === '/D.md' ? { path: 'g/E.md' } : undefined;
};

const check = (before: string, after: string, count: number) =>
  expect(retargetCanvas(before, retarget)).toEqual({ text: after, count });
const stays = (json: string) => check(json, json, 0);

test('the subpath of a node is changed where it is, and its file is not', () =>
  check(
    '{ "nodes" : [ {"id":"1", "file":"A.md" , "subpath" : "#h","x":1 } ] }',
    String.raw`{ "nodes" : [ {"id":"1", "file":"A.md" , "subpath" : "#H \"x\"","x":1 } ] }`,
    1,
  ));

test('a file and its subpath can both change', () => {
  check('{"file":"B.md","subpath":"#old"}', '{"file":"f/C.md","subpath":"#s"}', 1);
  check('{"file":"B.md"}', '{"file":"f/C.md"}', 1);
  check(
    '[{"file":"D.md"},{"file":"D.md","subpath":"#k"}]',
    '[{"file":"g/E.md"},{"file":"g/E.md","subpath":"#k"}]',
    2,
  );
});

test('a node that has objects of its own is one all the same', () =>
  check(
    '{"nodes":[{"styleAttributes":{"file":"X.md"},"file":"A.md","more":{"a":{}},"subpath":"#h"}]}',
    String.raw`{"nodes":[{"styleAttributes":{"file":"X.md"},"file":"A.md","more":{"a":{}},"subpath":"#H \"x\""}]}`,
    1,
  ));

test('links in a card are changed', () =>
  check(
    String.raw`{"type":"text","text":"[[A#h]] \"text\" [[A#h]]"}`,
    String.raw`{"type":"text","text":"[[A#H \"x\"]] \"text\" [[A#H \"x\"]]"}`,
    2,
  ));

test.each([
  ['other nodes', '{"file":"X.md","subpath":"#h"}'],
  ['nodes without a subpath', '{"file":"A.md"}'],
  ['a subpath that is none', '{"file":"A.md","subpath":5}'],
  ['how a card is escaped', String.raw`{"text":"a\/b \u00e9"}`],
  ['what is no node', '{"file":7} {"label":"[[A#h]]"} {]}'],
  ['braces in texts', String.raw`{"label":"{\"file\":\"D.md\"}"}`],
  ['what is not JSON', '{file:"D.md"}'],
  ['what is JSON up to its end', '{"file":"D.md"},'],
])('%s stay', (_what, json) => stays(json));

test('a node without a subpath asks for the whole file', () => {
  const seen: unknown[] = [];
  retargetCanvas('[{"file":"A.md"},{"id":"1"},{"file":"f/B.md","subpath":7}]', (target) => {
    seen.push(target);
    return undefined;
  });
  expect(seen).toEqual([
    { path: '/A.md', subpath: '' },
    { path: '/f/B.md', subpath: '' },
  ]);
});
