import { expect, test } from 'vitest';
import { readFirstCalls } from './first-call.ts';

const request = (method: string, params?: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, args?: object) => request('tools/call', { name, arguments: args });
const handshake = [
  request('initialize', { protocolVersion: '2025-06-18' }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
];
const search = call('obsidian_search_notes', { mode: 'text', query: 'oak' });

const cases: readonly [what: string, lines: readonly string[], calls: string][] = [
  ['nothing', [], 'none'],
  ['only the handshake', handshake, 'none'],
  ['what is no JSON', ['{', 'null', '7', '"id"'], 'none'],
  ['a search for words', [...handshake, search], 'texts'],
  ['two searches', [search, search], 'anything'],
  ['a search and a change', [search, call('obsidian_append_to_note', {})], 'anything'],
  ['a search by a rule', [call('obsidian_search_notes', { mode: 'jsonlogic' })], 'anything'],
  ['a search without arguments', [call('obsidian_search_notes')], 'anything'],
  ['another tool', [call('obsidian_list_tags', { mode: 'text' })], 'anything'],
  ['a request without parameters', [request('tools/list')], 'anything'],
];

test.each(cases)('the first calls are read: %s', (_, lines, calls) => {
  expect(readFirstCalls(lines)).toBe(calls);
});
