import { afterAll, beforeAll, expect, test } from 'vitest';
import { McpHome, toData } from '../support/mcp.ts';
import { executable, startMcpDaemon } from '../support/mcp-daemon.ts';
import { hasPrograms, runProgram } from '../support/programs.ts';

let home: McpHome;
beforeAll(async () => {
  home = await McpHome.open();
});
afterAll(() => home.close());

/** The inspector's command line on a server: what it printed, read. */
const inspect = async (server: readonly string[], ...args: string[]) => {
  const { stdout, stderr } = await runProgram('inspector', ['--cli', ...server, ...args], home.env);
  expect(stdout, stderr).not.toBe('');
  return toData(JSON.parse(stdout));
};

const servers = {
  stdio: async () => [process.execPath, executable, 'mcp', home.root],
  HTTP: async () => [await startMcpDaemon(home), '--transport', 'http'],
};

test.skipIf(!hasPrograms).each(['stdio', 'HTTP'] as const)(
  'the inspector lists and calls tools over %s',
  async (way) => {
    home.reset();
    const server = await servers[way]();
    const { tools } = await inspect(server, '--method', 'tools/list');
    const { tools: expected } = await home.client.listTools();
    expect(tools).toMatchObject(expected.map(({ name, title }) => ({ name, title })));

    const call = (name: string, args: Record<string, string>) =>
      inspect(
        server,
        ...['--method', 'tools/call', '--tool-name', `obsidian_${name}`],
        ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]),
      );
    const target = '{"type":"path","path":"README.md"}';
    expect(await call('get_note', { format: 'content', target })).toMatchObject({
      structuredContent: { result: { path: 'README.md', content: 'abc' } },
    });
    expect(await call('append_to_note', { target, content: 'more' })).toMatchObject({
      structuredContent: { path: 'README.md', currentSizeInBytes: 8 },
    });
    expect(home.text('README.md')).toBe('abc\nmore');
    const { resources } = await inspect(server, '--method', 'resources/list');
    expect(resources).toMatchObject([{ uri: 'obsidian://tags' }, { uri: 'obsidian://status' }]);
  },
);
