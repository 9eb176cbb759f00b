import { expect, test } from 'vitest';
import { parseJsonWithComments } from './json-edit.ts';
import {
  type ClientSetup,
  clientSetups,
  findServers,
  mergeEntry,
  removeServerEntry,
  toSnippet,
  toStarted,
} from './setup-clients.ts';

const find = (name: string) => {
  const setup = clientSetups.find((each) => each.name === name);
  if (setup === undefined) throw new Error(name);
  return setup;
};
const server = { name: 'notes', command: '/node', args: ['/vaultd', 'mcp', '/notes'] };
const merge = (text: string, setup: ClientSetup, started = server) =>
  mergeEntry(text, setup, toStarted(setup, started));
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
  expect(JSON.parse(toSnippet(find('vscode'), toStarted(find('vscode'), server)))).toEqual({
    servers: { notes: { type: 'stdio', command: '/node', args: server.args } },
  }));

test('merging keeps what else there is, and the indentation', () => {
  const before =
    '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": {"command": "x"}\n\t}\n}\n';
  const after = merge(before, find('cursor'));
  expect(JSON.parse(after)).toEqual({
    theme: 'dark',
    mcpServers: { other: { command: 'x' }, notes: { command: '/node', args: server.args } },
  });
  expect(after).toContain('\n\t"theme"');
});

test('an entry of the same name keeps its environment', () => {
  const before = '{"mcpServers":{"notes":{"command":"old","env":{"OBSIDIAN_READ_ONLY":"true"}}}}';
  expect(JSON.parse(merge(before, find('cursor'))).mcpServers.notes).toEqual({
    command: '/node',
    args: server.args,
    env: { OBSIDIAN_READ_ONLY: 'true' },
  });
});

test('settings with comments keep them', () => {
  const before = '// Zed settings\n{\n  "theme": "One", // mine\n}\n';
  const after = merge(before, find('zed'));
  expect(after).toContain('// Zed settings\n{');
  expect(after).toContain('"theme": "One", // mine\n}');
  expect(parseJsonWithComments(after)).toEqual({
    context_servers: { notes: { source: 'custom', command: '/node', args: server.args } },
    theme: 'One',
  });
});

test('Codex has a table', () =>
  expect(merge('model = "x"\n', find('codex'))).toBe(
    'model = "x"\n\n[mcp_servers.notes]\ncommand = "/node"\nargs = ["/vaultd", "mcp", "/notes"]\n',
  ));

test('what is not a JSON object is not touched', () => {
  for (const text of ['[]', '{"mcpServers": 5}']) {
    expect(() => merge(text, find('cursor'))).toThrow();
  }
});

test.each(clientSetups.map(({ name }) => name))('%s forgets what it was given', (name) => {
  const setup = find(name);
  const own = merge('', setup);
  expect(findServers(own, setup)).toEqual(['notes']);
  expect(removeServerEntry(own, setup, 'notes')).toBeUndefined();
  const other = { ...server, name: 'other', args: ['/other', 'serve'] };
  const both = merge(merge('', setup, other), setup);
  expect(findServers(both, setup)).toEqual(['notes']);
  const left = removeServerEntry(both, setup, 'notes') ?? '';
  expect(left).toContain('/other');
  expect(left).not.toContain('/notes');
  expect(merge(left, setup)).toContain('/notes');
});

const address = { url: 'http://127.0.0.1:3010/mcp', headers: { Authorization: 'Bearer x' } };

test.each(clientSetups.filter(({ http }) => http !== undefined))(
  '$name reaches a server over HTTP instead, and starts it again',
  (setup) => {
    const started = merge('', setup);
    const settings = setup.http?.(address) ?? {};
    const reached = mergeEntry(started, setup, { name: 'notes', settings });
    expect(reached).toContain('"http://127.0.0.1:3010/mcp"');
    expect(reached).toContain('"Bearer x"');
    expect(reached).not.toContain('/node');
    expect(merge(reached, setup)).toBe(started);
  },
);

test('Codex has the headers in its own words', () => {
  const codex = find('codex');
  const settings = codex.http?.(address) ?? {};
  expect(toSnippet(codex, { name: 'notes', settings })).toBe(
    '[mcp_servers.notes]\nurl = "http://127.0.0.1:3010/mcp"\nhttp_headers = { Authorization = "Bearer x" }\n',
  );
});
