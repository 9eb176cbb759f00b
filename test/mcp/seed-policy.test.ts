import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { P, toData } from '../support/mcp.ts';
import { check, checks, fourteen, names, scoped, search } from './seed.ts';

check(
  'delete_note asks for confirmation when the client supports it, with the size of the file',
  async (home) => {
    await home.ok('delete_note', { target: P('b.md') });
    expect(asked).toEqual(['Delete "b.md" (17 bytes)?']);
  },
  {
    client: { capabilities: { elicitation: {} } },
    prepare: (client: Client) =>
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return { action: 'accept', content: { confirm: true } };
      }),
  },
);
const asked: string[] = [];

const scopes = {
  'public/a.md': 'open',
  'public/inbox/i.md': 'in',
  'publicity/p.md': 'near',
  'secret/s.md': 'needle',
};

checks(scoped, [
  [
    'READ_PATHS and WRITE_PATHS open only their folders; write paths are readable',
    async (home) => {
      home.reset(scopes);
      await home.ok('get_note', { target: P('public/a.md') });
      await home.ok('get_note', { target: P('public/inbox/i.md') });
      await home.ok('append_to_note', { target: P('public/inbox/i.md'), content: 'x' });
      const write = { target: P('public/a.md'), content: 'x' };
      await home.fails('append_to_note', write, 'path_forbidden', -32005);
      await home.fails('get_note', { target: P('secret/s.md') }, 'path_forbidden', -32005);
    },
  ],
  [
    'matching is by prefix with implicit recursion, in any case, slashes normalised',
    async (home) => {
      home.reset({ ...scopes, 'public/sub/b.md': '' });
      await home.ok('get_note', { target: P('PUBLIC/sub/b.md') });
      await home.fails('get_note', { target: P('publicity/p.md') }, 'path_forbidden');
    },
  ],
  [
    'denies echo the active scope in data.activeScope and in the hint',
    async (home) => {
      home.reset(scopes);
      const error = await home.fails('get_note', { target: P('secret/s.md') }, 'path_forbidden');
      expect(error.activeScope).toEqual(['public', 'public/inbox']);
      expect(toData(error.recovery).hint).toContain("'public', 'public/inbox'");
    },
  ],
  [
    'search results are filtered by READ_PATHS silently',
    async (home) => {
      home.reset(scopes);
      const found = await search(home, { mode: 'text', query: 'needle' });
      expect(found).toMatchObject({ totalCount: 0, hits: [] });
    },
  ],
]);

check(
  'WRITE_PATHS alone lets everything be read, and only its folders be written',
  async (home) => {
    home.reset({ 'a.md': 'a', 'projects/b.md': 'b' });
    await home.ok('get_note', { target: P('a.md') });
    await home.ok('append_to_note', { target: P('projects/b.md'), content: 'x' });
    await home.ok('write_note', { target: P('scratch/new.md'), content: 'x' });
    await home.fails('append_to_note', { target: P('a.md'), content: 'x' }, 'path_forbidden');
  },
  { env: { OBSIDIAN_WRITE_PATHS: 'projects/,scratch/' } },
);

check(
  'OBSIDIAN_READ_ONLY takes the write tools and the commands off the list, before the path checks',
  async (home) => {
    const writers = fourteen.filter((name) =>
      /write|append|patch|replace|manage|delete|command/.test(name),
    );
    for (const name of writers) expect(await names(home)).not.toContain(name);
    const open = { path: 'made.md', failIfMissing: false };
    const error = await home.fails('open_in_ui', open, 'path_forbidden');
    expect(error.subreason).toBe('read_only_mode');
  },
  {
    env: {
      OBSIDIAN_READ_ONLY: 'true',
      OBSIDIAN_ENABLE_COMMANDS: 'true',
      OBSIDIAN_WRITE_PATHS: 'a',
    },
  },
);
