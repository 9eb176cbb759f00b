import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffResolve } from '../../src/operations/diff/resolve.ts';
import { type IdeClient, RawSocket, toFrame, upgradeRequest } from '../support/ide-client.ts';
import { ProtocolHome, range } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';
import { freshFolder } from '../support/vault.ts';

const files = { 'notes/a b.md': '# A\n\nsee [[b]]\n', 'b.md': '' };

/** One turn of the user: what the client calls by itself when it edits a note. */
async function turn(home: ProtocolHome, client: IdeClient, decision: 'accept' | 'reject') {
  const file = join(home.root, 'notes/a b.md');
  const viewer = home.attach();
  viewer.viewDiffs();
  expect(await client.tool('closeAllDiffTabs', {})).toEqual(['CLOSED_0_DIFF_TABS']);
  const tab = '✻ [Claude Code] a b.md (a1b2c3) ⧉';
  const proposed = '# A\n\nsee [[b]] and [[nowhere]]\n';
  const call = client.ask('tools/call', {
    name: 'openDiff',
    arguments: {
      old_file_path: file,
      new_file_path: file,
      new_file_contents: proposed,
      tab_name: tab,
    },
    _meta: { progressToken: 7 },
  });
  await until(() => viewer.workspace.diffs().length === 1, 'the diff');
  const [diff] = viewer.workspace.diffs();
  await viewer.session.dispatch(diffResolve, { id: diff?.id, decision });
  const { result } = await client.answer(call);
  const texts = (result as { content: { text: string }[] }).content.map(({ text }) => text);
  if (decision === 'reject') {
    expect(texts).toEqual(['DIFF_REJECTED', tab]);
    return;
  }
  expect(texts).toEqual(['FILE_SAVED', proposed]);
  expect(await client.tool('close_tab', { tab_name: tab })).toEqual(['TAB_CLOSED']);
  expect(await client.tool('close_tab', { tab_name: tab })).toEqual(['TAB_CLOSED']);
  const uri = `file://${file}`;
  expect(await client.tool('getDiagnostics', { uri })).toEqual([
    JSON.stringify([{ uri, diagnostics: [] }], undefined, 2),
  ]);
  writeFileSync(file, texts[1] ?? '');
  await until(async () => {
    const [after = ''] = await client.tool('getDiagnostics', {});
    return JSON.parse(after).some(
      (each: { uri: string; diagnostics: unknown[] }) =>
        each.uri === uri && each.diagnostics.length === 1,
    );
  }, 'the new problem');
}

test('the sequence of the real client, from the upgrade to the close frame', async () => {
  const home = await ProtocolHome.open({ files });
  home.attach().show('notes/a b.md', range(2, 0, 2, 9), 'see [[b]]');
  const client = await home.enter(home.root);
  const ids = client.messages.map(({ id }) => id).filter((id) => typeof id === 'number');
  expect(ids).toEqual([0, 1, 2, 3]);
  expect(await client.hears('selection_changed')).toMatchObject({ text: 'see [[b]]' });
  await turn(home, client, 'reject');
  await turn(home, client, 'accept');
  const [{ clients }] = (home.protocol.status?.().vaults ?? []) as [{ clients: unknown[] }];
  expect(clients).toMatchObject([
    { name: 'claude-code', version: '2.1.325', pid: process.pid, folder: home.root },
  ]);
  client.close();
  expect(await client.closed()).toBe(1005);
  await until(
    () => home.sessions.list().every(({ caller }) => caller.protocol !== 'ide'),
    'the end',
  );
  expect(readFileSync(join(home.root, 'notes/a b.md'), 'utf8')).toContain('[[nowhere]]');
});

test('the same bytes as the client sends them: members in its order, one masked frame each', async () => {
  const home = await ProtocolHome.open({ files });
  const raw = await RawSocket.connect(home.port);
  raw.write(upgradeRequest(home));
  await raw.head();
  const clientInfo = { name: 'claude-code', title: 'Claude Code', version: '2.1.325' };
  const capabilities = { roots: { listChanged: true }, elicitation: {}, extensions: {} };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  for (const message of [
    { method: 'initialize', params, jsonrpc: '2.0', id: 0 },
    { method: 'notifications/initialized', jsonrpc: '2.0' },
    { method: 'ide_connected', params: { pid: 4711 }, jsonrpc: '2.0' },
    { method: 'tools/list', jsonrpc: '2.0', id: 1 },
    { method: 'prompts/list', jsonrpc: '2.0', id: 2 },
    { method: 'resources/list', jsonrpc: '2.0', id: 3 },
  ]) {
    raw.write(toFrame(JSON.stringify(message)));
  }
  for (const id of [0, 1, 2, 3]) {
    await until(() => raw.text.includes(`{"jsonrpc":"2.0","id":${id},"result":`), `answer ${id}`);
  }
  raw.socket.destroy();
});

test('157 a client that answers our question with an error, or never, is served all the same', async () => {
  const home = await ProtocolHome.open({ files });
  const editor = home.attach();
  editor.show('b.md');
  const client = await home.open();
  client.socket.removeAllListeners('message');
  const heard: { id?: unknown; method?: string; params?: { filePath?: string } }[] = [];
  client.socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    heard.push(message);
    if (message.method === 'roots/list') {
      client.send({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } });
      client.send({ jsonrpc: '2.0', id: message.id, result: { roots: 'wrong' } });
    }
  });
  client.ask('initialize', {});
  client.ask('tools/list');
  await until(() => heard.some(({ method }) => method === 'roots/list'), 'our question');
  editor.show('notes/a b.md');
  await until(
    () => heard.some(({ params }) => params?.filePath?.endsWith('a b.md') === true),
    'the selection',
  );
});

test('ten clients, one of which never reads: the other nine hear of every selection', async () => {
  const home = await ProtocolHome.open({ files });
  const editor = home.attach();
  const clients: IdeClient[] = [];
  for (let i = 0; i < 10; i++) clients.push(await home.enter());
  editor.show('b.md');
  for (const client of clients) await client.hears('selection_changed');
  const [stalled, ...others] = clients;
  stalled?.socket.pause();
  for (let i = 0; i < 50; i++) {
    editor.show('notes/a b.md', range(i, 0, i, 1), `${i} ${'x'.repeat(60_000)}`);
    home.engine.workspace.setSharing({});
    await Promise.all(
      others.map((client) =>
        until(
          () => String(client.heard('selection_changed').at(-1)?.text).startsWith(`${i} `),
          `${i}`,
        ),
      ),
    );
  }
  for (const client of others) expect(await client.request('ping')).toMatchObject({ result: {} });
  stalled?.socket.resume();
  await until(
    () => String(stalled?.heard('selection_changed').at(-1)?.text).startsWith('49 '),
    'the newest',
  );
});

test('a client in another spelling of the vault gets paths in that spelling', async () => {
  const [real, link] = [freshFolder(), join(freshFolder(), 'link')];
  symlinkSync(real, link);
  const home = await ProtocolHome.open({ files, root: link });
  const [inLink, inReal] = [await home.enter(), await home.enter(real)];
  await until(() => inReal.messages.some(({ method }) => method === 'roots/list'), 'our question');
  await inReal.request('ping');
  home.attach().show('b.md');
  expect(await inLink.hears('selection_changed')).toMatchObject({ filePath: join(link, 'b.md') });
  expect(await inReal.hears('selection_changed')).toMatchObject({ filePath: join(real, 'b.md') });
});
