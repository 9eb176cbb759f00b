import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { McpHome, P } from '../support/mcp.ts';

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: { confirm: boolean } };

let mcp: McpHome;
afterEach(() => mcp.close());

const env = { OBSIDIAN_DELETE_ELICITATION: 'true' };

const openAsking = async (answer: (asked: number) => Answer, client: ClientOptions = {}) => {
  let asked = 0;
  const messages: string[] = [];
  mcp = await McpHome.open({
    env,
    client: { capabilities: { elicitation: {} }, ...client },
    prepare: (asker: Client) =>
      asker.setRequestHandler('elicitation/create', ({ params }) => {
        messages.push(params.message);
        asked += 1;
        return answer(asked);
      }),
  });
  return messages;
};

test('88 what is not confirmed stays', async () => {
  const answers: Answer[] = [
    { action: 'decline' },
    { action: 'accept', content: { confirm: false } },
  ];
  const messages = await openAsking((asked) => answers[asked - 1] ?? { action: 'cancel' });
  for (const _ of answers) {
    const error = await mcp.fails('delete_note', { target: P('README.md') }, 'cancelled', -32600);
    expect(error.path).toBe('README.md');
  }
  expect(mcp.has('README.md')).toBe(true);
  expect(messages[0]).toMatch(/README\.md.*3 bytes/);
});

test.each([
  ['in the older protocol era', 'legacy' as const],
  ['in the newer one', { pin: '2026-07-28' }],
])('what is confirmed is deleted, %s', async (_, mode) => {
  const accept: Answer = { action: 'accept', content: { confirm: true } };
  const messages = await openAsking(() => accept, { versionNegotiation: { mode } });
  await mcp.ok('delete_note', { target: P('README.md') });
  expect(mcp.has('README.md')).toBe(false);
  expect(messages.length).toBe(1);
  const { tools } = await mcp.client.listTools();
  expect(tools.find(({ name }) => name === 'obsidian_delete_note')?.description).toMatch(/confirm/);
});

test('89 a note that changed meanwhile is asked for again', async () => {
  const messages = await openAsking((asked) => {
    if (asked === 1) mcp.write({ 'README.md': 'changed' });
    return asked === 1 ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
  });
  await mcp.fails('delete_note', { target: P('README.md') }, 'cancelled');
  expect(messages.length).toBe(2);
  expect(mcp.text('README.md')).toBe('changed');
});

test('90 a client that cannot ask deletes nothing', async () => {
  mcp = await McpHome.open({ env });
  await mcp.fails('delete_note', { target: P('README.md') }, 'client_capability_missing', -32600);
  expect(mcp.has('README.md')).toBe(true);
});
