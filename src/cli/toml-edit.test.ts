import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTomlServer } from './toml-edit.ts';

const server = { name: 'My notes', command: '/node', args: ['mcp', '/a "b"'] };
const table = '[mcp_servers."My notes"]\ncommand = "/node"\nargs = ["mcp", "/a \\"b\\""]\n';

test.each([
  ['', table],
  ['model = "x" # mine\n', `model = "x" # mine\n\n${table}`],
  [
    '[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.\'My notes\'] # here\ncommand = "old"\nenabled = true\n\n[tui]\na = 1\n',
    '[mcp_servers.other]\ncommand = "o"\n\n[mcp_servers.\'My notes\'] # here\ncommand = "/node"\nargs = ["mcp", "/a \\"b\\""]\nenabled = true\n\n[tui]\na = 1\n',
  ],
])('%j becomes %j', (before, after) => {
  expect(setTomlServer(before, 'mcp_servers', server)).toBe(after);
  expect(parse(after)).toMatchObject({
    mcp_servers: { 'My notes': { command: '/node', args: server.args } },
  });
});

test.each(['mcp_servers = {}\n', '[mcp_servers."My notes"]\nargs = [\n"a"]\n'])(
  '%j is left alone',
  (text) => expect(() => setTomlServer(text, 'mcp_servers', server)).toThrow(SyntaxError),
);
