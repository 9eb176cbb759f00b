import { expect, test } from 'vitest';
import { clientSetups, mergeEntry, toSnippet } from './setup-clients.ts';

const find = (name: string) => {
  const setup = clientSetups.find((each) => each.name === name);
  if (setup === undefined) throw new Error(name);
  return setup;
};
const entry = { name: 'notes', command: '/node', args: ['/vaultd', 'mcp', '/notes'] };
const places = { home: '/home/me', cwd: '/project', platform: 'linux' as const, env: {} };

test('every client has a file of its own', () =>
  expect(clientSetups.map((setup) => setup.file(places))).toEqual([
    '/home/me/.config/Claude/claude_desktop_config.json',
    '/project/.mcp.json',
    '/home/me/.cursor/mcp.json',
    '/project/.vscode/mcp.json',
  ]));

test('a snippet stands alone', () =>
  expect(JSON.parse(toSnippet(find('vscode'), entry))).toEqual({
    servers: { notes: { type: 'stdio', command: '/node', args: entry.args } },
  }));

test('merging keeps what else there is, and the indentation', () => {
  const before =
    '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": {"command": "x"}\n\t}\n}\n';
  const after = mergeEntry(before, find('cursor'), entry);
  expect(JSON.parse(after)).toEqual({
    theme: 'dark',
    mcpServers: { other: { command: 'x' }, notes: { command: '/node', args: entry.args } },
  });
  expect(after).toContain('\n\t"theme"');
});

test('an entry of the same name keeps its environment', () => {
  const before = '{"mcpServers":{"notes":{"command":"old","env":{"OBSIDIAN_READ_ONLY":"true"}}}}';
  expect(JSON.parse(mergeEntry(before, find('cursor'), entry)).mcpServers.notes).toEqual({
    command: '/node',
    args: entry.args,
    env: { OBSIDIAN_READ_ONLY: 'true' },
  });
});

test('what is not a JSON object is not touched', () => {
  for (const text of ['[]', '// c\n{}', '{"mcpServers": 5}']) {
    expect(() => mergeEntry(text, find('cursor'), entry)).toThrow();
  }
});
