import { test } from 'vitest';
import { type Data, McpHome, type McpOptions, P, toData } from '../support/mcp.ts';

/*
 * Every sentence of the description of the REST-based server is a check of its own in the files
 * next to this one. docs/mcp.md lists those that do not hold, with the reason.
 */

export const vault = {
  'a.md':
    '---\ntags:\n  - fm\nstatus: draft\n---\n# A\n\none [[b]] [x](c.md) [y](https://e.org)\n\n## B\n\nblock ^blk\n\n# C\n\n#in/deep\n',
  'b.md': 'abc abc Abc abcd\n',
  'dir/sub/deep/x.md': 'x',
  'dir/note.txt': 't',
  'empty/keep.md': '',
};

export const commands: McpOptions = { env: { OBSIDIAN_ENABLE_COMMANDS: 'true' } };
export const scoped: McpOptions = {
  env: { OBSIDIAN_READ_PATHS: 'public/', OBSIDIAN_WRITE_PATHS: 'public/inbox/' },
};

export type Check = (home: McpHome) => Promise<unknown>;

export const check = (sentence: string, run: Check, options: McpOptions = {}) =>
  test(sentence, () =>
    McpHome.use(options, async (home) => {
      home.reset(vault);
      await run(home);
    }),
  );

/** Checks with the same server, one after the other. */
export const checks = (options: McpOptions, list: readonly [sentence: string, run: Check][]) => {
  let home: Promise<McpHome> | undefined;
  const open = () => (home ??= McpHome.open(options));
  for (const [index, [sentence, run]] of list.entries()) {
    test(sentence, async () => {
      const opened = await open();
      opened.reset(vault);
      try {
        await run(opened);
      } finally {
        if (index === list.length - 1) await opened.close();
      }
    });
  }
};

export const names = async (home: McpHome) =>
  (await home.client.listTools()).tools.map((t) => t.name);
export const read = (format: string, more: Data = {}) => ({ format, target: P('a.md'), ...more });
export const hitsOf = (result: Data) => [result.hits].flat().map(toData);
export const search = (home: McpHome, args: Data) => home.result('search_notes', args);
export const patch = (operation: string, section: object, content: string) => ({
  target: P('a.md'),
  operation,
  section,
  content,
});
export const replaceIn = async (home: McpHome, replacement: Data) => {
  await home.ok('replace_in_note', { target: P('b.md'), replacements: [replacement] });
  return home.text('b.md');
};
export const fourteen = [
  'obsidian_append_to_note',
  'obsidian_delete_note',
  'obsidian_execute_command',
  'obsidian_get_note',
  'obsidian_list_commands',
  'obsidian_list_notes',
  'obsidian_list_tags',
  'obsidian_manage_frontmatter',
  'obsidian_manage_tags',
  'obsidian_open_in_ui',
  'obsidian_patch_note',
  'obsidian_replace_in_note',
  'obsidian_search_notes',
  'obsidian_write_note',
];
