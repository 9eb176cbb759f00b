import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ideLimits } from '../../src/contract/limits.ts';
import type { IdeClient } from '../support/ide-client.ts';
import { ProtocolHome, type TestEditor } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const original = 'one\r\ntwo';
const files = { 'notes/a.md': original };

class Scene {
  readonly home: ProtocolHome;
  readonly client: IdeClient;
  readonly viewer: TestEditor;

  constructor(home: ProtocolHome, client: IdeClient) {
    this.home = home;
    this.client = client;
    this.viewer = home.attach();
    this.viewer.viewDiffs();
  }

  get file(): string {
    return join(this.home.root, 'notes/a.md');
  }

  /** Proposes a change; the id of the call that waits. */
  propose(change: Readonly<Record<string, unknown>> = {}, client = this.client): number {
    const call = {
      old_file_path: this.file,
      new_file_path: this.file,
      new_file_contents: 'new text',
      tab_name: 'tab 1',
      ...change,
    };
    return client.ask('tools/call', { name: 'openDiff', arguments: call });
  }

  /** The id of the only open diff. */
  async shown(): Promise<string> {
    await until(() => this.viewer.workspace.diffs().length === 1, 'the diff');
    return this.viewer.workspace.diffs()[0]?.id ?? '';
  }
}

async function begin(): Promise<Scene> {
  const home = await ProtocolHome.open({ files });
  return new Scene(home, await home.enter());
}

const says = (...texts: string[]) => ({
  result: { content: texts.map((text) => ({ type: 'text', text })) },
});
const fails = (code: number) => ({ error: { code } });

test('119 133 an accepted change comes back as it was proposed, and we write nothing', async () => {
  const scene = await begin();
  const before = statSync(scene.file, { bigint: true });
  const id = scene.propose({ new_file_contents: 'three\r\nfour' });
  const diff = await scene.viewer.workspace.diff(await scene.shown());
  expect(diff).toMatchObject({ oldText: original, newText: 'three\r\nfour', title: 'tab 1' });
  scene.viewer.workspace.resolve(diff.id, { kind: 'accepted', text: diff.newText });
  expect(await scene.client.answer(id)).toMatchObject(says('FILE_SAVED', 'three\r\nfour'));
  expect(readFileSync(scene.file, 'utf8')).toBe(original);
  expect(statSync(scene.file, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
});

test('120 what the user changes in it comes back', async () => {
  const scene = await begin();
  const id = scene.propose();
  scene.viewer.workspace.resolve(await scene.shown(), { kind: 'accepted', text: 'edited\n' });
  expect(await scene.client.answer(id)).toMatchObject(says('FILE_SAVED', 'edited\n'));
});

for (const [name, kind] of [
  ['121 a rejected change', 'rejected'],
  ['122 a view that is closed without a decision', 'closed'],
] as const) {
  test(name, async () => {
    const scene = await begin();
    const id = scene.propose();
    scene.viewer.workspace.resolve(await scene.shown(), { kind });
    expect(await scene.client.answer(id)).toMatchObject(says('DIFF_REJECTED', 'tab 1'));
  });
}

test('123 without a viewer it fails at once', async () => {
  const scene = await begin();
  scene.viewer.leave();
  expect(await scene.client.answer(scene.propose())).toMatchObject({
    error: { code: -32000, message: 'No diff viewer is attached.' },
  });
});

test('what happens to diffs is in the log, and what to do without a viewer is said once', async () => {
  const scene = await begin();
  scene.propose({ tab_name: 'x' });
  scene.viewer.workspace.resolve(await scene.shown(), { kind: 'rejected' });
  scene.propose({ tab_name: 'y' });
  await scene.shown();
  scene.viewer.leave();
  for (let i = 0; i < 3; i++) await scene.client.answer(scene.propose());
  scene.client.socket.terminate();
  const said = (word: string) => scene.home.logged.filter((line) => line.includes(word)).length;
  await until(() => said('Diff abandoned') === 1, 'the log');
  expect([said('Diff opened'), said('Diff rejected'), said('No diff viewer')]).toEqual([2, 1, 1]);
});

test('124 a file that does not exist yet has nothing on its left side', async () => {
  const scene = await begin();
  const path = join(scene.home.root, 'new/file.md');
  const id = scene.propose({ old_file_path: path, new_file_path: path });
  const diff = await scene.viewer.workspace.diff(await scene.shown());
  expect(diff).toMatchObject({ path: 'new/file.md', oldText: '' });
  scene.viewer.workspace.resolve(diff.id, { kind: 'accepted', text: diff.newText });
  expect(await scene.client.answer(id)).toMatchObject(says('FILE_SAVED', 'new text'));
});

test('125 126 closing the tab ends the call, and closing it twice is fine', async () => {
  const scene = await begin();
  const id = scene.propose();
  await scene.shown();
  expect(await scene.client.tool('close_tab', { tab_name: 'tab 1' })).toEqual(['TAB_CLOSED']);
  expect(await scene.client.answer(id)).toMatchObject(says('DIFF_REJECTED', 'tab 1'));
  expect(await scene.client.tool('close_tab', { tab_name: 'tab 1' })).toEqual(['TAB_CLOSED']);
});

test('127 closing all closes those of this connection', async () => {
  const scene = await begin();
  const other = await scene.home.enter();
  scene.propose({ tab_name: 'x' });
  scene.propose({ tab_name: 'y' });
  scene.propose({ tab_name: 'z' }, other);
  await until(() => scene.viewer.workspace.diffs().length === 3, 'three diffs');
  expect(await scene.client.tool('closeAllDiffTabs')).toEqual(['CLOSED_2_DIFF_TABS']);
  expect(scene.viewer.workspace.diffs()).toMatchObject([{ title: 'z' }]);
});

test('128 a connection that drops takes its diffs along', async () => {
  const scene = await begin();
  scene.propose();
  await scene.shown();
  const ends: string[] = [];
  scene.home.engine.workspace.events.on((event) => {
    if (event.kind === 'diff-closed') ends.push(event.end.kind);
  });
  scene.client.socket.terminate();
  await until(() => ends.length === 1, 'the event for the viewer');
  expect(ends).toEqual(['abandoned']);
  expect(readFileSync(scene.file, 'utf8')).toBe(original);
});

test('129 a protocol that stops answers before it closes the connection', async () => {
  const scene = await begin();
  const id = scene.propose();
  await scene.shown();
  await scene.home.protocol.close();
  expect(await scene.client.answer(id)).toMatchObject(says('DIFF_REJECTED', 'tab 1'));
  expect(await scene.client.closed()).toBe(1001);
});

test('130 a second decision is refused', async () => {
  const scene = await begin();
  scene.propose();
  const id = await scene.shown();
  scene.viewer.workspace.resolve(id, { kind: 'rejected' });
  expect(() => scene.viewer.workspace.resolve(id, { kind: 'rejected' })).toThrow('No diff');
});

test('131 132 what is missing or outside is refused, and kept nowhere', async () => {
  const scene = await begin();
  const answer = async (change: Record<string, unknown>) =>
    scene.client.answer(scene.propose(change));
  expect(await answer({ tab_name: undefined })).toMatchObject(fails(-32602));
  expect(await answer({ new_file_contents: 5 })).toMatchObject(fails(-32602));
  expect(await answer({ new_file_path: '/etc/hosts' })).toMatchObject(fails(-32602));
  expect(await answer({ new_file_path: '../x.md' })).toMatchObject(fails(-32602));
  expect(await answer({ new_file_path: '.obsidian/app.json' })).toMatchObject(fails(-32602));
  expect(scene.viewer.workspace.diffs()).toEqual([]);
});

test('134 135 fifty may be open, and other calls are answered meanwhile', async () => {
  const scene = await begin();
  for (let i = 0; i < 50; i++) scene.propose({ tab_name: `tab ${i}` });
  expect(await scene.client.answer(scene.propose({ tab_name: 'one more' }))).toMatchObject(
    fails(-32000),
  );
  expect(scene.viewer.workspace.diffs()).toHaveLength(50);
  expect(await scene.client.request('ping')).toMatchObject({ result: {} });
  expect(await scene.client.tool('closeAllDiffTabs')).toEqual(['CLOSED_50_DIFF_TABS']);
});

test('136 the viewer hears of a file that changes meanwhile, and accepting still answers', async () => {
  const scene = await begin();
  const id = scene.propose();
  const diff = await scene.shown();
  const kinds: string[] = [];
  scene.home.engine.workspace.events.on(({ kind }) => kinds.push(kind));
  writeFileSync(scene.file, 'changed elsewhere');
  await until(() => kinds.includes('diff-changed'), 'the event for the viewer');
  expect(await scene.viewer.workspace.diff(diff)).toMatchObject({
    isStale: true,
    oldText: 'changed elsewhere',
  });
  scene.viewer.workspace.resolve(diff, { kind: 'accepted', text: 'new text' });
  expect(await scene.client.answer(id)).toMatchObject(says('FILE_SAVED', 'new text'));
});

test('the same tab again replaces the earlier one', async () => {
  const scene = await begin();
  const first = scene.propose();
  await scene.shown();
  scene.propose({ new_file_contents: 'better' });
  expect(await scene.client.answer(first)).toMatchObject(says('DIFF_REJECTED', 'tab 1'));
  expect(await scene.viewer.workspace.diff(await scene.shown())).toMatchObject({
    newText: 'better',
  });
});

test('a call that is cancelled takes its diff back and gets no answer', async () => {
  const scene = await begin();
  const id = scene.propose();
  await scene.shown();
  scene.client.notify('notifications/cancelled', { requestId: id });
  await until(() => scene.viewer.workspace.diffs().length === 0, 'the diff to go');
  await scene.client.request('ping');
  expect(scene.client.messages.filter((each) => each.id === id && 'result' in each)).toEqual([]);
});

test('a tab name that is too long is refused', async () => {
  const scene = await begin();
  const id = scene.propose({ tab_name: 't'.repeat(ideLimits.tabNameLengthMax + 1) });
  expect(await scene.client.answer(id)).toMatchObject(fails(-32602));
  expect(scene.viewer.workspace.diffs()).toEqual([]);
});

test('calls that share an id count one by one towards the limit of those in work', async () => {
  const home = await ProtocolHome.open({ files, limits: { inWorkMax: 2 } });
  const { client, viewer, file } = new Scene(home, await home.enter());
  const events: string[] = [];
  home.engine.workspace.events.on((event) => {
    if ('diff' in event) events.push(`${event.kind} ${event.diff.title}`);
  });
  for (const tab_name of ['one', 'two', 'three']) {
    const args = { old_file_path: file, new_file_path: file, new_file_contents: '', tab_name };
    const params = { name: 'openDiff', arguments: args };
    client.send({ jsonrpc: '2.0', id: 'same', method: 'tools/call', params });
  }
  await until(() => events.length === 2, 'two diffs');
  viewer.workspace.resolve(viewer.workspace.diffs()[0]?.id ?? '', { kind: 'rejected' });
  await until(() => events.length === 4, 'the third diff');
  expect(events).toEqual([
    'diff-opened one',
    'diff-opened two',
    'diff-closed one',
    'diff-opened three',
  ]);
});
