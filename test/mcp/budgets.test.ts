import { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { McpHome } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());

interface Weight {
  readonly text: number;
  readonly all: number;
  readonly said: string;
}

/** What a result weighs: the bytes of its text, and of all that the client gets. */
const weigh = async (name: string, args: Record<string, unknown>): Promise<Weight> => {
  const { content, structuredContent, isError } = await mcp.call(name, args);
  expect(isError ?? false).toBe(false);
  const said = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const text = Buffer.byteLength(said);
  return { text, all: text + Buffer.byteLength(JSON.stringify(structuredContent)), said };
};

const paragraph = 'The orchard needs care all year round, and most of it is done with a ladder. ';

test('the tools of the default set are listed in 6,000 tokens', async () => {
  const { tools } = await mcp.client.listTools();
  const characters = JSON.stringify(tools).length;
  expect(characters / 4).toBeLessThanOrEqual(6000);
  expect(tools.length).toBeGreaterThanOrEqual(23);
});

test.each(['ranked', 'text', 'words'])(
  'seven hits of mode %s are 2 KB of text and 4 KB in all',
  async (mode) => {
    mcp.reset(
      Object.fromEntries(
        Array.from({ length: 7 }, (_, i) => [
          `Garden/Orchard in month ${i}.md`,
          `# Month ${i}\n\n${paragraph.repeat(5)}Prune the quince.\n\n${paragraph.repeat(5)}`,
        ]),
      ),
    );
    const { text, all, said } = await weigh('search_notes', { mode, query: 'prune the quince' });
    expect(text).toBeLessThanOrEqual(2048);
    expect(all).toBeLessThanOrEqual(4096);
    for (let i = 0; i < 7; i++) expect(said).toContain(`Garden/Orchard in month ${i}.md:3 `);
  },
);

test('a table of ten rows is a Markdown table of 1 KB of text and 3 KB in all', async () => {
  mcp.reset(
    Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [
        `Books/Volume ${i}.md`,
        `---\nauthor: "[[Ann | Smith]]"\nrating: ${i}\nread: 2026-01-0${i}\n---\n#book\n`,
      ]),
    ),
  );
  const query = 'TABLE author, rating, read FROM #book SORT rating';
  const { text, all, said } = await weigh('search_notes', { query });
  const [title, head, rule, first] = said.split('\n');
  expect(title).toBe('**Search (dataview) — 10 on this page · 10 total**');
  expect(head).toBe('| File | author | rating | read |');
  expect(rule).toBe('| --- | --- | --- | --- |');
  expect(first).toMatch(/^\| Books\/Volume 0\.md \| .+ \| 0 \| .+ \|$/);
  expect(text).toBeLessThanOrEqual(1024);
  expect(all).toBeLessThanOrEqual(3072);
});

test('a document map weighs little more than its data', async () => {
  const headings = Array.from({ length: 30 }, (_, i) => `## Part number ${i}\n\ntext\n`);
  mcp.reset({ 'long.md': `# Long\n${headings.join('\n')}` });
  const { text, all } = await weigh('get_note', { path: 'long', format: 'document-map' });
  expect(text).toBeLessThanOrEqual(256);
  expect(all).toBeLessThanOrEqual(1536);
});

test('a note of 2 KB is sent once', async () => {
  const note = paragraph.repeat(27).slice(0, 2048);
  mcp.reset({ 'note.md': note });
  const { text, all } = await weigh('get_note', { path: 'note' });
  expect(text).toBeLessThanOrEqual(256);
  expect(all).toBeLessThanOrEqual(2048 + 512);
});

test.each(['text', 'structured', 'both'])('with --results %s a note is sent once', async (form) => {
  const note = paragraph.repeat(27).slice(0, 2048);
  const home = await McpHome.open({ args: ['--results', form] });
  try {
    home.reset({ 'note.md': note });
    const { tools } = await home.client.listTools();
    const hasSchemas = tools.every(({ outputSchema }) => outputSchema !== undefined);
    expect(hasSchemas).toBe(form !== 'text');
    const result = await home.call('get_note', { path: 'note' });
    expect(JSON.stringify(result).split(note).length - 1).toBe(1);
    expect(result.structuredContent === undefined).toBe(form === 'text');
    expect(result.content).not.toEqual([]);
  } finally {
    await home.close();
  }
});

test('a client that reads texts only gets them in full unless it is told otherwise', async () => {
  mcp.reset();
  const reader = new Client({ name: 'claude-ai', version: '1' });
  onTestFinished(() => reader.close());
  await reader.connect(mcp.transport({}));
  const result = await reader.callTool({
    name: 'obsidian_get_note',
    arguments: { path: 'README' },
  });
  expect(result.structuredContent).toBeUndefined();
  expect(result.content).toEqual([
    { type: 'text', text: '**README.md** (format: content)\n\nabc' },
  ]);
});
