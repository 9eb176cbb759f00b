import { expect, onTestFinished, test } from 'vitest';
import { executable } from '../support/child.ts';
import { McpHome, toData } from '../support/mcp.ts';
import { startMcpDaemon } from '../support/mcp-daemon.ts';
import { hasPrograms, runProgram } from '../support/programs.ts';

const servers = {
  stdio: async (home: McpHome) => [process.execPath, executable, 'mcp', home.root],
  HTTP: async (home: McpHome) => [await startMcpDaemon(home), '--transport', 'http'],
};

/** The inspector gets along with a server that is reached this way. */
export const testInspector = (way: keyof typeof servers): void =>
  test.skipIf(!hasPrograms)(`the inspector lists and calls tools over ${way}`, async () => {
    const home = await McpHome.open();
    onTestFinished(() => home.close());
    const server = await servers[way](home);
    /** The inspector's command line: what it printed, read. */
    const inspect = async (...args: string[]) => {
      const words = ['--cli', ...server, ...args];
      const { stdout, stderr } = await runProgram('inspector', words, home.env);
      expect(stdout, stderr).not.toBe('');
      return toData(JSON.parse(stdout));
    };
    const { tools } = await inspect('--method', 'tools/list');
    const { tools: expected } = await home.client.listTools();
    expect(tools).toMatchObject(expected.map(({ name, description }) => ({ name, description })));

    const call = (name: string, args: Record<string, string>) =>
      inspect(
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
    const { resources } = await inspect('--method', 'resources/list');
    expect(resources).toMatchObject([{ uri: 'obsidian://tags' }, { uri: 'obsidian://status' }]);
  });
