import { afterEach, beforeEach, expect, test } from 'vitest';
import { McpHome, P } from '../support/mcp.ts';
import { openRestPlugin, pluginKey, type RestPlugin } from '../support/rest-plugin.ts';

let plugin: RestPlugin;
let home: McpHome | undefined;
beforeEach(async () => {
  plugin = await openRestPlugin();
});
afterEach(async () => {
  await home?.close();
  await plugin.close();
});

const open = async (env: Record<string, string> = {}): Promise<McpHome> => {
  home = await McpHome.open({
    env: {
      OBSIDIAN_API_KEY: pluginKey,
      OBSIDIAN_BASE_URL: `${plugin.url}/`,
      OBSIDIAN_ENABLE_COMMANDS: 'true',
      ...env,
    },
  });
  return home;
};

test('a note is shown through the REST plugin, whose certificate is its own', async () => {
  const { ok } = await bound();
  expect(await ok('open_in_ui', { path: 'Projects/Plan.md', newLeaf: true })).toMatchObject({
    opened: true,
  });
  expect(plugin.requests).toContain('POST /open/Projects/Plan.md?newLeaf=true');
});

test('the active file is the one that the app has in front', async () => {
  const { result } = await bound();
  plugin.active = 'README.md';
  expect(await result('get_note', { target: { type: 'active' }, format: 'content' })).toMatchObject(
    {
      path: 'README.md',
    },
  );
});

test('commands are those of the app', async () => {
  const { ok, fails } = await bound();
  const { commands } = await ok('list_commands', { nameRegex: 'graph' });
  expect(commands).toEqual([{ id: 'graph:open', name: 'Open graph view' }]);
  expect(await ok('execute_command', { commandId: 'app:reload' })).toEqual({
    commandId: 'app:reload',
    executed: true,
  });
  expect(plugin.requests).toContain('POST /commands/app%3Areload/');
  await fails('execute_command', { commandId: 'no:such' }, 'command_unknown');
});

test('a plugin that does not answer, or not to us, leaves everything as without it', async () => {
  for (const env of [
    { OBSIDIAN_API_KEY: 'wrong' },
    { OBSIDIAN_VERIFY_SSL: 'true' },
    { OBSIDIAN_BASE_URL: 'https://127.0.0.1:1' },
  ]) {
    const { ok, fails } = await bound(env);
    const { opened, notice } = await ok('open_in_ui', { path: 'README.md' });
    expect(opened).toBe(false);
    expect(notice).toContain('obsidian://open?vault=vault&file=README.md');
    const { recovery } = await fails('execute_command', { commandId: 'x' }, 'command_unknown');
    expect(JSON.stringify(recovery)).toContain('OBSIDIAN_API_KEY');
    expect(await ok('get_note', { target: P('README.md'), format: 'content' })).toBeDefined();
    await home?.close();
    home = undefined;
  }
});

const bound = async (env: Record<string, string> = {}) => {
  const opened = await open(env);
  return {
    ok: opened.ok.bind(opened),
    result: opened.result.bind(opened),
    fails: opened.fails.bind(opened),
  };
};
