import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { documentsOf } from '../bench/store.ts';
import { withResults as withFaults } from '../faults/store.ts';
import { errorCodes, VaultError } from '../src/contract/errors.ts';
import { type Reason, reasonWords } from '../src/contract/reasons.ts';
import { configShape } from '../src/daemon/config-shape.ts';
import { remoteUsage } from '../src/daemon/remote-flags.ts';
import { toRpcError } from '../src/protocols/local/errors.ts';
import { eventTypes } from '../src/protocols/local/events.ts';
import { WireServer } from '../src/protocols/local/server.ts';
import { toMcpWireError } from '../src/protocols/mcp/errors.ts';
import { capabilities } from '../src/protocols/remote/answer.ts';
import { pages } from '../tools/pages.ts';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

test('docs/errors.md has a paragraph for every error code, in order', () => {
  const listed = [...read('docs/errors.md').matchAll(/^## (.+)$/gm)].map(([, code]) => code);
  expect(listed).toEqual([...errorCodes]);
});

const isReason = (word: string): word is Reason => word in reasonWords;
const reasons = Object.keys(reasonWords).filter(isReason);

test('docs/errors.md has a line for every reason, in order, with the words of the protocols', () => {
  const [, page = ''] = read('docs/errors.md').split('\n# Reasons\n');
  const line = /^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| \S.* \|$/gm;
  const listed = [...page.matchAll(line)].map(([, ...cells]) => cells);
  const words = reasons.map((reason) => {
    const error = new VaultError('internal', '', { reason });
    return [reason, toMcpWireError(error, '').data.reason, toRpcError(error).data?.reason];
  });
  expect(listed).toEqual(words);
});

/** Every key of a configuration, as the page names it. */
function keysOf(shape: z.core.JSONSchema.BaseSchema, prefix = ''): string[] {
  const of = shape.type === 'array' ? shape.items : shape;
  const { properties = {} } = typeof of === 'object' && !Array.isArray(of) ? of : {};
  return Object.entries(properties).flatMap(([key, value]) => [
    prefix + key,
    ...(typeof value === 'object' ? keysOf(value, `${prefix}${key}.`) : []),
  ]);
}

test('docs/configuration.md names every key', () => {
  const page = read('docs/configuration.md');
  const shape = z.toJSONSchema(configShape, { io: 'input', unrepresentable: 'any' });
  expect(keysOf(shape).filter((key) => !page.includes(`\`${key}\``))).toEqual(['history', 'log']);
});

test('docs/remote.md names every method and every flag of the remote protocol', () => {
  const page = read('docs/remote.md');
  const flags = [...remoteUsage.matchAll(/--[a-z-]+(?:=[A-Z]+)?/g)].map(([flag]) => flag);
  const names = [...capabilities, ...flags];
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('decision records are numbered without gaps, each as its title says', () => {
  const names = readdirSync(new URL('../docs/decisions/', import.meta.url)).sort();
  const titles = names.map((name) => /^# (\d+)\. \S/.exec(read(`docs/decisions/${name}`))?.[1]);
  const numbers = names.map((_name, at) => String(at + 1));
  expect(names.map((name) => String(Number(name.slice(0, 3))))).toEqual(numbers);
  expect(titles).toEqual(numbers);
});

test('error codes are sorted', () => expect([...errorCodes].sort()).toEqual([...errorCodes]));

test('reasons are sorted, and all are in one spelling', () => {
  expect(reasons.toSorted()).toEqual(reasons);
  expect(reasons.filter((reason) => !/^[a-z]+(-[a-z]+)*$/.test(reason))).toEqual([]);
});

test('docs/local-wire.md names every event of the local wire, and every method of the wire itself', () => {
  const page = read('docs/local-wire.md');
  const events = Object.entries(eventTypes).flatMap(([topic, types]) => [topic, ...types]);
  const methods = [...new WireServer().methods, 'Reload', 'Shutdown', 'GetStatus', 'Reindex'];
  for (const name of [...events, ...methods]) expect(page).toContain(`\`${name}\``);
});

test('the four walks of ARCHITECTURE.md name functions that exist, at most 25 each', () => {
  const [, section = ''] = read('ARCHITECTURE.md').split(/^## Four walks$/m);
  const [text = ''] = section.split(/^## /m);
  const walks = text.split(/\n(?=1\. )/).slice(1);
  expect(walks).toHaveLength(4);
  const wrong: string[] = [];
  for (const walk of walks) {
    const steps = walk.match(/^\d+\. .*$/gm) ?? [];
    expect(steps.length).toBeLessThanOrEqual(25);
    for (const step of steps) {
      const [place = '', ...names] = [...step.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const source = read(`src/${place}`);
      for (const name of names) {
        if (!new RegExp(`${name}\\b`).test(source)) wrong.push(`${place}: ${name}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const results = JSON.parse(read('bench/results.json'));
for (const { path, text } of documentsOf(results, read)) {
  test(`${path} shows the stored results of the benches`, () => expect(read(path)).toBe(text));
}

test('docs/reliability.md shows the stored results of the faults', () => {
  const rows = JSON.parse(read('faults/results.json'));
  const peers = JSON.parse(read('faults/peers.json'));
  expect(read('docs/reliability.md')).toBe(withFaults(read('docs/reliability.md'), rows, peers));
});

for (const { path, make } of pages) {
  test(`${path} is what npm run gen would write`, async () =>
    expect(read(path)).toBe(await make()));
}
