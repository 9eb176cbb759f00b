import type { Way } from './ways.ts';

type Chance = (below: number) => number;

/** JSON, but no request; or a request with something in it that cannot be. */
const wrong = [
  ...['null', 'true', '[]', '{}', '"text"', '-1', '1e999', '[[[[', '}{', '""""'],
  ...['{"id":1}', '{"method":5}', '{"id":{},"method":"x"}', '{"id":1,"method":""}'],
  ...['{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":[],"method":"ping"}'],
  ...['{"jsonrpc":"2.0","id":1,"method":"no/such"}', '{"id":1,"method":"NoSuch"}'],
  ...['{"__proto__":{"id":1}}', '{"id":1,"method":"constructor"}', '{"operation":"toString"}'],
  ...['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}', '[{"id":1},null,[]]'],
  ...['\ufeff{"id":1}', '{"id":1,"method":"\u0000"}', '{"id":1,"method":"\\ud800"}', "{'id':1}"],
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
];

/** A text that no protocol can answer as it was meant. */
export function malformedText(way: Way, chance: Chance): Buffer {
  const kind = chance(4);
  if (kind === 0) return Buffer.from(wrong[chance(wrong.length)] ?? '');
  if (kind === 1) return randomBytes(chance);
  const request = Buffer.from(way.read('no such note.md'));
  if (kind === 2) return request.subarray(0, chance(request.length));
  request[chance(request.length)] = chance(256);
  return request;
}

/** Lines that no server can take for a message. */
export function malformedLines(count: number, chance: Chance): string {
  const line = () => wrong[chance(wrong.length)]?.replaceAll('\n', ' ') ?? '';
  return `${Array.from({ length: count }, line).join('\n')}\n`;
}

export function randomBytes(chance: Chance): Buffer {
  return Buffer.from(Array.from({ length: chance(100) }, () => chance(256)));
}
