import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { servedAt } from '../../src/operations/index.ts';
import type { Client } from '../../src/protocols/local/client/client.ts';
import { connect } from '../../src/protocols/local/client/connect.ts';
import { connect as connectRemote } from '../../src/protocols/remote/client/index.ts';
import { type Agent, openAgent } from '../support/agent.ts';
import { TestCompanion } from '../support/companion.ts';
import { RestClient } from '../support/rest.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';
import { follow, type WebClient } from '../support/web-protocol.ts';

/** One daemon with every protocol, and an agent that may run commands. */
const protocols = ['local', 'mcp', 'remote', 'rest', 'web'] as const;
const home = new VaultHome({
  'a.md': '# A\n\none\n',
  'seen.md': 'seen\n',
  'shown.md': 'shown in the app\n',
  ...Object.fromEntries(
    protocols.flatMap((name) => [
      [`held/${name}.md`, 'old\n'],
      [`saved/${name}.md`, 'old\n'],
    ]),
  ),
});
const restKey = '0123456789abcdef'.repeat(4);
let agent: Agent;
let control: Client;
let ports: { rest: number };
let page: WebClient;
beforeAll(async () => {
  home.configure(
    [
      '[[vaults]]',
      `path = ${JSON.stringify(home.vault)}`,
      `remote = { socket = ${JSON.stringify(join(home.base, 'r.sock'))}, token_file = ${JSON.stringify(join(home.base, 'r.token'))} }`,
      '[clients.guest]\nread_only = true',
      '[mcp]\nport = 0',
      '[rest]\nenabled = true\nhttp_port = 0\nhttps_port = 0',
      `[[rest.keys]]\nname = "rest-client"\nvault = "notes"\nkey = "${restKey}"`,
    ].join('\n'),
  );
  await home.serveAs(['serve']);
  control = await connect({ socket: home.socket });
  agent = await openAgent(home, 'Claude', { OBSIDIAN_ENABLE_COMMANDS: 'true' });
  const status = await control.call<{ protocols: { protocol: string; ports?: number[] }[] }>(
    'GetStatus',
  );
  const rest = status.protocols.find(({ protocol }) => protocol === 'rest');
  ports = { rest: rest?.ports?.[1] ?? 0 };
  page = await follow((await control.call<{ url: string }>('OpenDashboard')).url);
});
afterAll(async () => {
  await agent?.close();
  await control?.close();
  await home.remove();
});

async function attach(): Promise<TestCompanion> {
  const companion = await TestCompanion.attach(home.socket, home.vault);
  onTestFinished(() => companion.close());
  return companion;
}

const text = (path: string) => readFileSync(join(home.vault, path), 'utf8');
const dataOf = (result: unknown) => Object(result).structuredContent ?? result;
const open = (path: string, more = {}) => agent.call('obsidian_open_in_ui', { path, ...more });
const run = (commandId: string) => agent.call('obsidian_execute_command', { commandId });

/** Adds a line to a note through one protocol; resolves to what was refused. */
const writers: Record<(typeof protocols)[number], (path: string) => Promise<unknown>> = {
  local: (path) => refusal(control.call('AppendNote', { path, content: 'agent\n' })),
  mcp: async (path) => {
    const target = { type: 'path', path };
    const result = await agent.call('obsidian_append_to_note', { target, content: 'agent' });
    return Object(result).isError ? JSON.stringify(result) : undefined;
  },
  async remote(path) {
    const token = readFileSync(join(home.base, 'r.token'), 'utf8');
    const client = await connectRemote({ socket: join(home.base, 'r.sock'), token });
    const refused = await refusal(client.call('fs.append', { path, content: 'agent\n' }));
    client.close();
    return refused;
  },
  async rest(path) {
    const client = new RestClient(ports.rest, { authorization: `Bearer ${restKey}` });
    const answer = await client.send('POST', `/vault/${path}`, 'agent\n', {
      'content-type': 'text/markdown',
    });
    return answer.status < 300 ? undefined : answer.text;
  },
  web: (path) => refusal(page.call('note.append', { path, content: 'agent\n' })),
};

async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (thrown) {
    return `${thrown} ${JSON.stringify(thrown)}`;
  }
}

test('80 unsaved text is saved before a change through any protocol, and both are kept', async () => {
  const companion = await attach();
  for (const name of protocols) await companion.type(`saved/${name}.md`, 'old\ntyped\n');
  const refused = await Promise.all(protocols.map((name) => writers[name](`saved/${name}.md`)));
  expect(refused).toEqual(protocols.map(() => undefined));
  for (const name of protocols) {
    expect(text(`saved/${name}.md`), name).toMatch(/^old\ntyped\n\n?agent\n?$/);
  }
});

test('80 text that its editor does not save holds up every protocol, and the file stays', async () => {
  const companion = await attach();
  companion.saves = false;
  for (const name of protocols) await companion.type(`held/${name}.md`, 'old\ntyped\n');
  const refused = await Promise.all(protocols.map((name) => writers[name](`held/${name}.md`)));
  for (const [at, name] of protocols.entries()) {
    expect(refused[at], name).toMatch(/unsaved text in the editor \\*"obsidian/);
    expect(text(`held/${name}.md`)).toBe('old\n');
  }
  await companion.close();
  expect(await writers.local('held/local.md')).toBeUndefined();
});

test('the IDE protocol itself changes no note', () => {
  for (const [name, { access }] of servedAt('ide')) expect(access, name).toBe('read');
});

test('an edit that expects other text than the saved one is a conflict, and the next one is right', async () => {
  const companion = await attach();
  const { etag } = await control.call<{ etag: string }>('ReadNote', { path: 'seen.md' });
  await companion.type('seen.md', 'seen and typed\n');
  const write = { path: 'seen.md', content: 'seen and written\n', if_match: etag };
  await expect(control.call('WriteNote', write)).rejects.toMatchObject({ code: -32009 });
  expect(text('seen.md')).toBe('seen and typed\n');
});

test('85 86 an agent opens a note in the app, and knows whether it is shown', async () => {
  const companion = await attach();
  const opening = open('a.md', { newLeaf: true });
  const wanted = await companion.next('OpenWanted');
  expect(wanted).toMatchObject({ vault: 'notes', path: 'a.md', new_tab: true });
  await companion.call('OpenDone', { call: wanted.call, shown: true });
  expect(dataOf(await opening)).toMatchObject({ path: 'a.md', opened: true });
});

test('88 a note that the app does not show is not reported as shown', async () => {
  const companion = await attach();
  const opening = open('a.md');
  const { call } = await companion.next('OpenWanted');
  await companion.call('OpenDone', { call, shown: false });
  expect(dataOf(await opening)).toMatchObject({ opened: false });
  await expect(companion.call('OpenDone', { call, shown: true })).rejects.toThrow(/waited for/);
});

test('92 93 commands that the app offers are listed and run', async () => {
  const companion = await attach();
  const commands = [
    { id: 'editor:export', name: 'Export to PDF' },
    { id: 'app:reload', name: 'Reload app' },
  ];
  await companion.call('OfferCommands', { commands });
  expect(dataOf(await agent.call('obsidian_list_commands', {}))).toMatchObject({
    commands: [{ id: 'editor:export', name: 'Export to PDF' }],
  });
  const running = run('editor:export');
  const { call, ...wanted } = await companion.next('CommandWanted');
  expect(wanted).toMatchObject({ id: 'editor:export', name: 'Export to PDF', client: 'Claude' });
  await companion.call('CommandPending', { call });
  await companion.call('CommandDone', { call, ok: true });
  expect(dataOf(await running)).toEqual({ commandId: 'editor:export', executed: true });
  await companion.call('OfferCommands', { commands: [] });
  expect(JSON.stringify(await agent.call('obsidian_list_commands', {}))).toContain(
    'vaultd plugin install',
  );
});

test('94 95 96 a command that fails, is not allowed or is never run', async () => {
  const companion = await attach();
  const names = ['app:reload', 'a:fails', 'a:refused', 'a:gone'];
  await companion.call('OfferCommands', { commands: names.map((id) => ({ id, name: id })) });
  const whys = { 'a:fails': 'failed', 'a:refused': 'refused', 'a:gone': 'unknown' };
  const words = ['command_failed', 'command_refused', 'command_unknown'];
  for (const [at, [id, why]] of Object.entries(whys).entries()) {
    const running = run(id);
    const { call } = await companion.next('CommandWanted');
    await companion.call('CommandDone', { call, ok: false, why, message: 'because' });
    expect(JSON.stringify(await running)).toContain(words[at]);
  }
  expect(JSON.stringify(await run('app:reload'))).toContain('command_refused');
  expect(JSON.stringify(await run('none'))).toContain('command_unknown');
  expect(companion.heard.filter(({ type }) => type === 'CommandWanted')).toEqual([]);
});

test('97 an app that goes away in a call is reported at once', async () => {
  const companion = await attach();
  await companion.call('OfferCommands', { commands: [{ id: 'a:b', name: 'B' }] });
  const running = run('a:b');
  await companion.next('CommandWanted');
  await companion.close();
  expect(JSON.stringify(await running)).toContain('app_not_running');
});

test('only the app that is asked hears of a command, and only it can answer', async () => {
  const first = await attach();
  const second = await attach();
  await first.call('OfferCommands', { commands: [{ id: 'a:b', name: 'B' }] });
  const running = run('a:b');
  const { call } = await first.next('CommandWanted');
  await expect(second.call('CommandDone', { call, ok: true })).rejects.toThrow(/waited for/);
  await first.call('CommandDone', { call, ok: true });
  expect(dataOf(await running)).toMatchObject({ executed: true });
  expect(second.heard.map(({ type }) => type)).not.toContain('CommandWanted');
});

test('74 83 each change and each refusal is an event of the activity', async () => {
  const companion = await attach();
  await agent.call('obsidian_write_note', {
    target: { type: 'path', path: 'made.md' },
    content: 'x',
  });
  expect(await companion.next('ActivityAdded')).toMatchObject({
    vault: 'notes',
    kind: 'step',
    protocol: 'mcp',
    client: 'Claude',
    files_total: 1,
  });
  const guest = await connect({ socket: home.socket });
  onTestFinished(() => guest.close());
  await guest.call('Identify', { name: 'guest' });
  await expect(guest.call('DeleteNote', { path: 'made.md' })).rejects.toThrow();
  expect(await companion.next('ActivityAdded')).toMatchObject({
    kind: 'denied',
    client: 'guest',
    path: 'made.md',
    rule: expect.any(String),
  });
});

test('the app is listed with its version, and the daemon with that of its editor protocol', async () => {
  await attach();
  const { clients } = await control.call<{ clients: unknown[] }>('ListSessions');
  expect(clients).toContainEqual(
    expect.objectContaining({ client: 'obsidian', version: '1.13.1', protocol: 'local' }),
  );
  expect(await control.status()).toMatchObject({ editor_protocol: 1 });
});

test('13 what the app reported is forgotten when it quits, and its note was the active one', async () => {
  const companion = await attach();
  const state = { active: 'shown.md', open: ['shown.md'], kind: 'plugin' };
  await companion.call('SetEditorState', state);
  const read = () => agent.call('obsidian_get_note', { target: { type: 'active' } });
  expect(JSON.stringify(await read())).toContain('shown in the app');
  await companion.close();
  await until(
    async () =>
      !(await control.call<{ open: string[] }>('GetEditorState')).open.includes('shown.md'),
    'the report to be forgotten',
  );
});
