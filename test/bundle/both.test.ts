import { afterEach, expect, test } from 'vitest';
import { McpHome, P, toData } from '../support/mcp.ts';

let home: McpHome | undefined;
afterEach(() => home?.close());

const open = async (args: readonly string[], env: Record<string, string> = {}) => {
  home = await McpHome.open({ args, env });
  return home;
};

test('85 both sets together: no name stands twice, and each deletes by its own rules', async () => {
  const both = await open(['--toolset=both']);
  const names = (await both.client.listTools()).tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('obsidian_delete_note');
  expect(names.filter((name) => name.startsWith('obsidian_bundle_'))).toHaveLength(9);
  expect(await both.ok('delete_note', { target: P('README.md') })).toMatchObject({ deleted: true });
  const { structuredContent } = await both.call('bundle_delete_note', { name: 'dup' });
  expect(structuredContent).toMatchObject({
    success: true,
    data: { path: 'dup.md', trashPath: '.trash/dup.md', permanent: false },
  });
  await both.fails('delete_note', { names: ['rep'] }, 'invalid_arguments');
  expect(both.has('rep.md')).toBe(true);
});

test('85 each tool keeps the failures of its set', async () => {
  const both = await open(['--toolset', 'both', '--stories', 'search,tasks']);
  await both.fails('get_note', { target: P('no.md'), format: 'content' }, 'note_missing');
  await expect(both.call('bundle_read_note', { name: 'no' })).rejects.toMatchObject({
    code: -32003,
    data: { errorCode: 'FILE_NOT_FOUND' },
  });
  const { structuredContent } = await both.call('bundle_list_tags', { counts: true });
  expect(toData(toData(structuredContent).data).tags).toEqual(expect.any(Array));
  // The other names of the bundle's tools are off, since they are names of the other set.
  await both.fails('append_to_note', { names: ['rep'], content: 'x' }, 'invalid_arguments');
});

test('85 every combination of profile, story and host has unique names and plain schemas', async () => {
  for (const stories of ['files', 'all']) {
    for (const host of ['files', 'app', 'auto']) {
      const each = await open(['--toolset=both', '--stories', stories, '--host', host], {
        OBSIDIAN_ENABLE_COMMANDS: 'true',
      });
      const { tools } = await each.client.listTools();
      const names = tools.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { name, inputSchema } of tools) {
        if (!name.startsWith('obsidian_bundle_')) continue;
        expect(Object.keys(inputSchema).filter((key) => /^(one|any|all)Of$/.test(key))).toEqual([]);
      }
      await each.close();
      home = undefined;
    }
  }
});
