import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { IdeLimits } from '../../src/contract/limits.ts';
import { parseVaultPath as p } from '../../src/contract/paths.ts';
import { nothingOpen } from '../../src/contract/workspace.ts';
import type { IdeClient, Json } from '../support/ide-client.ts';
import {
  ProtocolHome,
  type ProtocolHomeOptions,
  range,
  type TestEditor,
} from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const files = {
  'notes/a.md': 'one\ntwo\nthree\n',
  'notes/b.md': 'b\n',
  'private/secret.md': 'hush\n',
  'quiet.md': '---\nai: false\n---\nhush\n',
  'Ärger & Co/b c.md': 'x\n',
};
const cleared = { text: '', selection: { ...range(0, 0, 0, 0), isEmpty: true } };

interface Scene {
  readonly home: ProtocolHome;
  readonly client: IdeClient;
  readonly editor: TestEditor;
  /** How many have come. */
  count(): number;
  /** The last one, once it fits. */
  last(fits: (params: Json) => boolean): Promise<Json>;
}

/** A client that has heard that `notes/a.md` is open, twice as every new one does. */
async function begin(options: ProtocolHomeOptions = {}): Promise<Scene> {
  const limits = { readyAfterToolsMs: 1, repeatFirstMs: 1 };
  const home = await ProtocolHome.open({ files, limits, ...options });
  const editor = home.attach();
  editor.show('notes/a.md', range(0, 0, 0, 0));
  const client = await home.enter();
  await client.hears('selection_changed', 2);
  const heard = () => client.heard('selection_changed');
  return {
    home,
    client,
    editor,
    count: () => heard().length,
    async last(fits) {
      await until(() => fits(heard().at(-1) ?? {}), 'the selection');
      return heard().at(-1) ?? {};
    },
  };
}

/** Waits for a later change that is sent, which shows that the one before it was not. */
async function settle({ editor, last }: Scene): Promise<void> {
  editor.show('notes/b.md', range(0, 0, 0, 0));
  await last(({ filePath }) => String(filePath).endsWith('b.md'));
}

test('77 the first message waits for the window of the client', async () => {
  const enter = async (limits: Partial<IdeLimits>) => {
    const home = await ProtocolHome.open({ files, limits });
    home.attach().show('notes/a.md', range(0, 0, 0, 0));
    return home.enter();
  };
  const waiting = await enter({ readyAfterToolsMs: 3_600_000 });
  const client = await enter({ readyAfterToolsMs: 1, repeatFirstMs: 1 });
  await client.hears('selection_changed', 2);
  await waiting.request('ping');
  expect(waiting.heard('selection_changed')).toEqual([]);
  expect(client.heard('selection_changed')[1]).toEqual(client.heard('selection_changed')[0]);
});

test('a client that never lists tools gets its first selection after it is initialized', async () => {
  const home = await ProtocolHome.open({ files, limits: { readyAfterInitializedMs: 1 } });
  home.attach().show('notes/a.md');
  const client = await home.open();
  await client.result('initialize', {});
  client.notify('notifications/initialized');
  await client.hears('selection_changed');
});

test('78 a selection has an absolute path, an encoded URL and zero-based places', async () => {
  const { home, editor, last } = await begin();
  editor.show('notes/a.md', range(1, 0, 2, 5), 'two\nthree');
  expect(await last(({ text }) => text !== '')).toEqual({
    text: 'two\nthree',
    filePath: join(home.root, 'notes/a.md'),
    fileUrl: pathToFileURL(join(home.root, 'notes/a.md')).href,
    selection: { ...range(1, 0, 2, 5), isEmpty: false },
  });
});

test('79 thirty changes in a moment are one message, the last state', async () => {
  const scene = await begin();
  const before = scene.count();
  for (let i = 0; i < 30; i++) scene.editor.show('notes/a.md', range(0, 0, 0, i), `text ${i}`);
  await scene.last(({ text }) => text === 'text 29');
  expect(scene.count()).toBe(before + 1);
});

test('80 82 the same again, and a cursor within its line, are no news', async () => {
  const scene = await begin();
  const before = scene.count();
  scene.editor.show('notes/a.md', range(0, 0, 0, 0));
  scene.home.engine.workspace.setSharing({});
  scene.editor.show('notes/a.md', range(0, 3, 0, 3));
  scene.home.engine.workspace.setSharing({});
  await settle(scene);
  expect(scene.count()).toBe(before + 1);
});

test('a cursor on another line is news', async () => {
  const { editor, last } = await begin();
  editor.show('notes/a.md', range(2, 1, 2, 1));
  const { selection } = await last(
    ({ selection: at }) => (at as { start: { line: number } }).start.line === 2,
  );
  expect(selection).toMatchObject({ isEmpty: true });
});

test('81 deselecting says the same file with nothing selected', async () => {
  const { home, editor, last } = await begin();
  editor.show('notes/a.md', range(1, 0, 1, 3), 'two');
  await last(({ text }) => text === 'two');
  editor.show('notes/a.md', range(1, 3, 1, 3));
  expect(await last(({ text }) => text === '')).toMatchObject({
    filePath: join(home.root, 'notes/a.md'),
    selection: { ...range(1, 3, 1, 3), isEmpty: true },
  });
});

test('83 when nothing is open any more, the client forgets the file', async () => {
  const { editor, last } = await begin();
  editor.showNothing();
  expect(await last(({ filePath }) => filePath === undefined)).toEqual(cleared);
});

test('an editor that leaves takes its selection along', async () => {
  const { editor, last } = await begin();
  editor.leave();
  expect(await last(({ filePath }) => filePath === undefined)).toEqual(cleared);
});

test('84 characters are UTF-16 units', async () => {
  const scene = await begin({ files: { ...files, 'notes/a.md': '🌱 word\n' } });
  const [text] = await scene.client.tool('openFile', { filePath: 'notes/a.md', startText: 'word' });
  expect(text).toBe('Opened file and selected text "word"');
  expect(await scene.last((params) => params.text === 'word')).toMatchObject({
    selection: range(0, 3, 0, 7),
  });
});

test('85 a long selection is cut, and no character is halved', async () => {
  const { editor, last } = await begin();
  editor.show('notes/a.md', range(0, 0, 9, 0), `a${'🌱'.repeat(50_000)}`);
  const { text } = await last((params) => params.text !== '');
  expect(Buffer.byteLength(String(text))).toBeLessThanOrEqual(64 * 1024);
  expect(Buffer.byteLength(String(text))).toBeGreaterThan(64 * 1024 - 4);
  expect(String(text)).toMatch(/^a🌱+$/u);
});

const withholds = async (path: string) => {
  const { client, editor, last } = await begin({ sharing: { exclude: ['private/**'] } });
  editor.show(path, range(0, 0, 0, 4), 'hush');
  expect(await last(({ filePath }) => filePath === undefined)).toEqual(cleared);
  const said = JSON.stringify(client.messages);
  expect(said).not.toContain('hush');
  expect(said).not.toContain(path);
};
test('86 of an excluded note nothing is said, not even its name', () =>
  withholds('private/secret.md'));
test('87 of a note that says no nothing is said', () => withholds('quiet.md'));

test('88 sharing files only', async () => {
  const { home, editor, last } = await begin({ sharing: { mode: 'file' } });
  editor.show('notes/b.md', range(0, 0, 0, 1), 'b');
  expect(await last(({ filePath }) => String(filePath).endsWith('b.md'))).toEqual({
    text: '',
    filePath: join(home.root, 'notes/b.md'),
    fileUrl: pathToFileURL(join(home.root, 'notes/b.md')).href,
    selection: { ...range(0, 0, 0, 0), isEmpty: true },
  });
});

test('89 sharing switched off clears at once, and nothing follows', async () => {
  const scene = await begin();
  const before = scene.count();
  scene.home.engine.workspace.setSharing({ mode: 'off' });
  expect(await scene.last(({ filePath }) => filePath === undefined)).toEqual(cleared);
  scene.editor.show('notes/b.md', range(0, 0, 0, 1), 'b');
  expect(await scene.client.toolJson('getOpenEditors')).toEqual({ tabs: [] });
  scene.home.engine.workspace.setSharing({ mode: 'off' });
  expect(scene.count()).toBe(before + 1);
});

test('90 91 every client hears of it, and one that comes later or again gets a first message of its own', async () => {
  const { home, editor, client } = await begin();
  const second = await home.enter();
  await second.hears('selection_changed');
  editor.show('notes/b.md', range(0, 0, 0, 1), 'b');
  for (const each of [client, second]) {
    await until(() => each.heard('selection_changed').at(-1)?.text === 'b', 'both to hear');
  }
  client.socket.terminate();
  const again = await home.enter();
  expect(await again.hears('selection_changed')).toMatchObject({ text: 'b' });
});

test('92 a path with umlauts and blanks', async () => {
  const { home, editor, last } = await begin();
  editor.show('Ärger & Co/b c.md', range(0, 0, 0, 1), 'x');
  expect(await last(({ text }) => text === 'x')).toMatchObject({
    filePath: `${home.root}/Ärger & Co/b c.md`,
    fileUrl: expect.stringContaining('/%C3%84rger%20&%20Co/b%20c.md'),
  });
});

test('what an editor reports is what clients hear', async () => {
  const { editor, last } = await begin();
  editor.workspace.report(editor.ref, 'plugin', { ...nothingOpen, active: p('notes/b.md') });
  await last(({ filePath }) => String(filePath).endsWith('b.md'));
});
