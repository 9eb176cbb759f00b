import { expect, test } from 'vitest';
import { parseJsonWithComments } from './json-edit.ts';
import {
  clientSetups,
  findServers,
  mergeEntry,
  removeServerEntry,
  toSnippet,
} from './setup-clients.ts';

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
    '/home/me/.codex/config.toml',
    '/home/me/.cursor/mcp.json',
    '/home/me/.gemini/settings.json',
    '/project/.vscode/mcp.json',
    '/home/me/.codeium/windsurf/mcp_config.json',
    '/home/me/.config/zed/settings.json',
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

test('settings with comments keep them', () => {
  const before = '// Zed settings\n{\n  "theme": "One", // mine\n}\n';
  const after = mergeEntry(before, find('zed'), entry);
  expect(after).toContain('// Zed settings\n{');
  expect(after).toContain('"theme": "One", // mine\n}');
  expect(parseJsonWithComments(after)).toEqual({
    context_servers: { notes: { source: 'custom', command: '/node', args: entry.args } },
    theme: 'One',
  });
});

test('Codex has a table', () =>
  expect(mergeEntry('model = "x"\n', find('codex'), entry)).toBe(
    'model = "x"\n\n[mcp_servers.notes]\ncommand = "/node"\nargs = ["/vaultd", "mcp", "/notes"]\n',
  ));

test('what is not a JSON object is not touched', () => {
  for (const text of ['[]', '{"mcpServers": 5}']) {
    expect(() => mergeEntry(text, find('cursor'), entry)).toThrow();
  }
});

test.each(clientSetups.map(({ name }) => name))('%s forgets what it was given', (name) => {
  const setup = find(name);
  const own = mergeEntry('', setup, entry);
  expect(findServers(own, setup)).toEqual(['notes']);
  expect(removeServerEntry(own, setup, 'notes')).toBeUndefined();
  const other = { ...entry, name: 'other', args: ['/other', 'serve'] };
  const both = mergeEntry(mergeEntry('', setup, other), setup, entry);
  expect(findServers(both, setup)).toEqual(['notes']);
  const left = removeServerEntry(both, setup, 'notes') ?? '';
  expect(left).toContain('/other');
  expect(left).not.toContain('/notes');
  expect(mergeEntry(left, setup, entry)).toContain('/notes');
});
