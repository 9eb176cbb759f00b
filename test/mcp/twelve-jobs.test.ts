import { expect, test } from 'vitest';
import { matchesGolden } from '../support/golden.ts';
import { McpHome, toData } from '../support/mcp.ts';

const books = Object.fromEntries(
  Array.from({ length: 10 }, (_, i) => [
    `Books/Volume ${i}.md`,
    `---\nrating: ${i % 5}\n---\nA book.\n`,
  ]),
);

const vault = {
  ...books,
  '.obsidian/daily-notes.json': '{"folder": "Daily", "template": "Templates/Day"}',
  '.obsidian/templates.json': '{"folder": "Templates"}',
  'Templates/Day.md': '# Today\n',
  'Templates/Meeting.md': '# {{title}}\n\n## Agenda\n',
  'Garden/Apple trees.md':
    '# Apple trees\n\nAsked often. See [[Orchrad]].\n\n## Pruning\n\nPrune apple trees in late winter, before the buds open.\n',
  'Garden/Orchard.md': '# Orchard\n\n[[Apple trees]] grow here.\n',
  'Projects/Shed/Plan.md': '# Shed\n\n- [ ] buy wood\n- [x] measure\n',
  'Projects/Shed/Roof.md': '- [ ] order tiles\n',
  'Inbox.md': 'See [[Apple trees#Pruning]].\n',
};

type Use = (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
interface Job {
  readonly wanted: string;
  readonly work: (use: Use) => Promise<void>;
  readonly isDone: (home: McpHome) => void;
}

const lastSaid: string[] = [];
const saw = (text: string | RegExp) => () => expect(lastSaid.join('\n')).toMatch(text);

/** What people ask for, and the calls that do it. */
const jobs: readonly Job[] = [
  {
    wanted: 'Append to today’s note.',
    work: async (use) => {
      await use('create_note', { period: 'daily', content: 'Called the roofer.' });
    },
    isDone: (home) =>
      expect(home.text(`Daily/${new Date().toISOString().slice(0, 10)}.md`)).toBe(
        '# Today\nCalled the roofer.',
      ),
  },
  {
    wanted: 'Find what links to the note on apple trees.',
    work: async (use) => {
      await use('get_links', { path: 'Apple trees' });
    },
    isDone: saw(/Garden\/Orchard\.md[\s\S]*Inbox\.md/),
  },
  {
    wanted: 'Move the note on the roof to the archive.',
    work: async (use) => {
      await use('move_note', { path: 'Roof', newPath: 'Archive/' });
    },
    isDone: (home) => expect(home.has('Archive/Roof.md')).toBe(true),
  },
  {
    wanted: 'Make a note from the template for meetings.',
    work: async (use) => {
      const { templates } = await use('create_note');
      expect(templates).toContain('Meeting');
      await use('create_note', { template: 'Meeting', path: 'Meetings/Kick-off' });
    },
    isDone: (home) => expect(home.text('Meetings/Kick-off.md')).toBe('# Kick-off\n\n## Agenda\n'),
  },
  {
    wanted: 'List the open tasks of the shed.',
    work: async (use) => {
      await use('manage_tasks', { path: 'Projects/Shed', status: 'open' });
    },
    isDone: saw(/buy wood/),
  },
  {
    wanted: 'Which books are rated 4?',
    work: async (use) => {
      await use('search_notes', { query: 'TABLE rating FROM "Books" WHERE rating = 4' });
    },
    isDone: saw(/Books\/Volume 4\.md \| 4 [\s\S]*Books\/Volume 9\.md \| 4 /),
  },
  {
    wanted: 'Fix the broken link in the garden notes.',
    work: async (use) => {
      const { problems } = await use('lint', { path: 'Garden' });
      expect(problems).toMatchObject([{ suggestions: ['Garden/Orchard.md'] }]);
      await use('replace_in_note', {
        path: 'Apple trees',
        replacements: [{ search: '[[Orchrad]]', replace: '[[Orchard]]' }],
      });
    },
    isDone: (home) => expect(home.text('Garden/Apple trees.md')).toContain('See [[Orchard]].'),
  },
  {
    wanted: 'Tag the ten books.',
    work: async (use) => {
      const edit = { type: 'addTags', tags: ['book'] };
      await use('edit_notes', { where: { folder: 'Books' }, edit, expectedCount: 10 });
    },
    isDone: (home) => {
      for (const path of Object.keys(books)) expect(home.text(path)).toContain('- book');
    },
  },
  {
    wanted: 'Undo that.',
    work: async (use) => {
      await use('undo');
    },
    isDone: (home) => {
      for (const [path, text] of Object.entries(books)) expect(home.text(path)).toBe(text);
    },
  },
  {
    wanted: 'When should I prune the apple trees?',
    work: async (use) => {
      const { result } = await use('search_notes', {
        query: 'When should I prune the apple trees?',
      });
      const [hit] = [toData(result).hits].flat();
      await use('get_note', { path: toData(hit).filename });
    },
    isDone: saw(/in late winter/),
  },
  {
    wanted: 'Rename the heading on pruning.',
    work: async (use) => {
      const change = { type: 'renameHeading', path: 'Apple trees', heading: 'Pruning', to: 'Cuts' };
      await use('refactor', { change });
    },
    isDone: (home) => expect(home.text('Inbox.md')).toBe('See [[Apple trees#Cuts]].\n'),
  },
  {
    wanted: 'Summarise what changed today.',
    work: async (use) => {
      await use('note_history', { since: 'today' });
    },
    isDone: saw(/rename heading|Pruning/i),
  },
];

/** Ids, hashes and dates differ from run to run. */
const mask = (text: string) =>
  text
    .replace(/\b01[0-9a-hjkmnp-tv-z]{14}\b/g, '<id>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replace(/\d{4}-\d{2}-\d{2}/g, '<date>');

test('an agent that knows only the list of tools does twelve jobs in at most two calls each', () =>
  McpHome.use({}, async (home) => {
    home.reset(vault);
    const { tools } = await home.client.listTools();
    const lines: string[] = ['# Twelve jobs', ''];
    for (const [index, { wanted, work, isDone }] of jobs.entries()) {
      let calls = 0;
      lastSaid.length = 0;
      lines.push(`## ${index + 1}. ${wanted}`, '');
      await work(async (name, args = {}) => {
        calls++;
        const tool = tools.find((each) => each.name === `obsidian_${name}`);
        const known = Object.keys(toData(tool?.inputSchema.properties));
        for (const argument of Object.keys(args)) expect(known).toContain(argument);
        const { content, structuredContent, isError } = await home.call(name, args);
        const said = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        expect(isError ?? false, said).toBe(false);
        lastSaid.push(said, JSON.stringify(structuredContent));
        lines.push(`→ obsidian_${name} ${JSON.stringify(args)}`, '', mask(said), '');
        return toData(structuredContent);
      });
      expect(calls).toBeLessThanOrEqual(2);
      isDone(home);
    }
    matchesGolden(new URL('twelve-jobs.golden.md', import.meta.url), lines.join('\n'));
  }));
