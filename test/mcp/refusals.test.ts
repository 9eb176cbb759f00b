import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executable, runToEnd } from '../support/child.ts';
import { McpHome, type McpOptions, P, toData } from '../support/mcp.ts';

const narrow: McpOptions = {
  env: { OBSIDIAN_READ_PATHS: 'public', OBSIDIAN_WRITE_PATHS: 'public/inbox' },
};

const hintOf = (error: Record<string, unknown>) => String(toData(error.recovery).hint);

test('a denied agent learns what it may do instead, not how to widen its rights', () =>
  McpHome.use(narrow, async (home) => {
    home.reset({ 'public/a.md': '', 'secret/s.md': '' });
    const write = { target: P('public/x.md'), content: 'x' };
    const errors = [
      await home.fails('get_note', { target: P('secret/s.md') }, 'path_forbidden'),
      await home.fails('write_note', write, 'path_forbidden'),
      await home.fails('delete_note', { target: P('public/a.md') }, 'path_forbidden'),
    ];
    expect(errors.map(hintOf)).toEqual([
      "Allowed prefixes: ['public', 'public/inbox']. Choose a path below one of them, or tell the user.",
      "Allowed prefixes: ['public/inbox']. Choose a path below one of them, or tell the user.",
      "Allowed prefixes: ['public/inbox']. Choose a path below one of them, or tell the user.",
    ]);
  }));

test('refusals and ways out of the vault are in the history of activity, also later', () =>
  McpHome.use(narrow, async (home) => {
    home.reset({ 'public/a.md': '', 'secret/s.md': '' });
    await home.fails('get_note', { target: P('secret/s.md') }, 'path_forbidden');
    await home.fails('get_note', { target: P('public/../../etc/passwd') }, 'path_traversal');
    const list = async () => {
      const words = [executable, 'call', 'ListActivity', '{"kinds": ["denied"]}'];
      const { env, root } = home;
      const { stdout, stderr } = await runToEnd(process.execPath, [...words, '--vault', root], {
        env,
      });
      expect(stdout, stderr).not.toBe('');
      return toData(JSON.parse(stdout)).entries;
    };
    expect(await list()).toMatchObject([
      { client: 'test', operation: 'agent.get', path: 'public/../../etc/passwd' },
      { client: 'test', operation: 'agent.get', path: 'secret/s.md', op: 'read' },
    ]);
  }));

test('a call of a disabled tool is a refusal too', () =>
  McpHome.use({ env: { OBSIDIAN_READ_ONLY: 'true' } }, async (home) => {
    for (const tool of ['write_note', 'execute_command', 'no_such_tool']) {
      expect((await home.call(tool, {})).isError).toBe(true);
    }
    const file = join(home.base, 'state/vaultd/denials.jsonl');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => toData(JSON.parse(line)).message)).toEqual([
      'The tool obsidian_write_note is disabled for this client.',
      'The tool obsidian_execute_command is disabled for this client.',
    ]);
  }));

test('the manifest for operators has the disabled tools, with what enables them', async () => {
  const { toManifest } = await import('../../src/protocols/mcp/vault/manifest.ts');
  const options = { strict: false, commands: false, confirmDelete: 'never', callMs: 1 } as const;
  const disabled = (more: object, readOnly = false) =>
    Object.fromEntries(
      toManifest({ ...options, ...more }, readOnly).flatMap(({ name, hint }) =>
        hint === undefined ? [] : [[name, hint]],
      ),
    );
  expect(disabled({})).toEqual({
    obsidian_list_commands: 'Set OBSIDIAN_ENABLE_COMMANDS=true to enable it.',
    obsidian_execute_command: 'Set OBSIDIAN_ENABLE_COMMANDS=true to enable it.',
  });
  expect(disabled({ commands: true })).toEqual({});
  expect(disabled({}, true)).toMatchObject({
    obsidian_write_note: 'Unset OBSIDIAN_READ_ONLY to enable it.',
    obsidian_execute_command:
      'Unset OBSIDIAN_READ_ONLY and set OBSIDIAN_ENABLE_COMMANDS=true to enable it.',
  });
  expect(disabled({ strict: true })).toMatchObject({
    obsidian_undo: 'Unset VAULTD_MCP_STRICT to enable it.',
  });
});
