import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTomlServer } from './toml-edit.ts';

const settings = { command: '/node', args: ['mcp', '/a "b"'] };
const server = { name: 'My notes', settings };
const replaced = new Set(['command', 'args', 'url', 'http_headers']);
const table = '[mcp_servers."My notes"]\ncommand = "/node"\nargs = ["mcp", "/a \\"b\\""]\n';

test.each([
  ['', table],
  ['model = "x" # mine\n', `model = "x" # mine\n\n${table}`],
  [
    '[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.\'My notes\'] # here\ncommand = "old"\nenabled = true\n\n[tui]\na = 1\n',
    '[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.\'My notes\'] # here\ncommand = "/node"\nargs = ["mcp", "/a \\"b\\""]\nenabled = true\n\n[tui]\na = 1\n',
  ],
])('%j becomes %j', (before, after) => {
  expect(setTomlServer(before, 'mcp_servers', server, replaced)).toBe(after);
  expect(parse(after)).toMatchObject({
    mcp_servers: { 'My notes': settings },
  });
});

test('a server over HTTP has its headers in one line', () => {
  const http_headers = { Authorization: 'Bearer "x"' };
  const reached = { name: 'My notes', settings: { url: 'http://h/mcp', http_headers } };
  const text = setTomlServer(table, 'mcp_servers', reached, replaced);
  expect(parse(text)).toEqual({ mcp_servers: { 'My notes': reached.settings } });
  expect(setTomlServer(text, 'mcp_servers', server, replaced)).toBe(table);
});

test.each(['mcp_servers = {}\n', '[mcp_servers."My notes"]\nargs = [\n"a"]\n'])(
  '%j is left alone',
  (text) => expect(() => setTomlServer(text, 'mcp_servers', server, replaced)).toThrow(SyntaxError),
);
