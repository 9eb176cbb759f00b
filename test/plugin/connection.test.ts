import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AppOptions, TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import type { Child } from '../support/child.ts';
import { atFileEnd } from '../support/file-end.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

/** Served with two vaults, for all cases that need a daemon. */
let home: VaultHome;
let other: string;
let daemon: Child;

beforeAll(async () => {
  home = new VaultHome({ 'A.md': 'one\n' });
  atFileEnd(() => home.remove());
  other = makeFolder('other');
  daemon = await home.serve({}, [home.vault, other]);
});

/** Another folder with a note. */
function makeFolder(name: string): string {
  const folder = join(home.base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'B.md'), 'two\n');
  return folder;
}

/** A home without a daemon. */
function openHome(): VaultHome {
  const lonely = new VaultHome({ 'A.md': 'one\n' });
  onTestFinished(() => lonely.remove());
  return lonely;
}

/** An app that is closed when the test ends. */
async function openApp(options: AppOptions = {}, over = home): Promise<TestApp> {
  const app = await TestApp.open(over, options);
  onTestFinished(() => app.close());
  return app;
}

/** Lets time pass until the next attempt has failed. */
async function nextAttempt(app: TestApp, ms: number): Promise<void> {
  const count = app.attempts;
  await app.page.clock.runFor(ms - 1);
  expect(app.attempts).toBe(count);
  await app.page.clock.runFor(1);
  await attemptEnded(app, count + 1);
}

const attemptEnded = (app: TestApp, count: number) =>
  until(
    async () => app.attempts === count && (await app.eval('standIn.bridge.openSockets')) === 0,
    `attempt ${count} to end`,
  );

browserTest('1, 2: loading touches nothing; attached when the layout is ready', async () => {
  const app = await openApp({ isWaiting: true });
  await app.eval('standIn.enable()');
  const loaded = await app.eval<string[]>('standIn.required');
  expect(loaded.filter((name) => !/^(obsidian$|@codemirror\/|@lezer\/)/.test(name))).toEqual([]);
  expect([app.attempts, app.sent.length, app.asked]).toEqual([0, 0, ['start']]);
  await app.do('startApp');
  await app.attached();
  expect(app.sent.map(({ method }) => method).slice(0, 2)).toEqual(['Identify', 'GetStatus']);
});

browserTest('3, 4: without a daemon it tries again after 1, 2, 4 … 30 seconds', async () => {
  const lonely = openHome();
  const app = await openApp({ hasClock: true, isWaiting: true }, lonely);
  await app.page.clock.pauseAt((await app.eval<number>('Date.now()')) + 1000);
  await app.start();
  await attemptEnded(app, 1);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) await nextAttempt(app, seconds * 1000);
  await app.status('waiting');
  expect(await app.notices()).toEqual([]);
  await app.page.locator('.vaultd-status').click();
  expect(await app.page.locator('.menu').textContent()).toContain('vaultd daemon start');
  await lonely.serve();
  await app.page.clock.runFor(30_000);
  await app.attached();
});

browserTest('5: a vault that is opened through a link is recognised', async () => {
  symlinkSync(home.vault, join(home.base, 'link'));
  const app = await openApp({ folder: join(home.base, 'link') });
  await app.attached();
});

browserTest('6: a vault that is not served is not reported until it is added', async () => {
  const third = makeFolder('third');
  const app = await openApp({ folder: third });
  await app.status('not-served');
  await app.page.locator('.vaultd-status').click();
  expect(await app.page.locator('.menu').textContent()).toContain(`vaultd vault add "${third}"`);
  expect(app.reports()).toEqual([]);
  const added = await home.run(['vault', 'add', third]);
  expect(added.stderr + added.stdout).toContain('third');
  await app.attached();
});

browserTest('7, 8: two windows with two vaults each report to their own', async () => {
  const [one, two] = [await openApp(), await openApp({ folder: other })];
  await one.do('open', 'A.md');
  await two.do('open', 'B.md');
  await one.reported({ vault: 'notes', active: 'A.md' });
  await two.reported({ vault: 'other', active: 'B.md' });
  const named = (app: TestApp) =>
    new Set(app.sent.slice(4).map(({ params }) => params.vault ?? 'none'));
  expect([named(one), named(two)]).toEqual([new Set(['notes']), new Set(['other'])]);
});

browserTest('9: after a restart of the daemon everything is said again', async () => {
  const app = await openApp();
  await app.do('open', 'A.md');
  await app.reported({ active: 'A.md' });
  await app.sends('ListDiffs');
  await daemon.stop('SIGKILL');
  await app.status('waiting');
  const before = app.reports().length;
  await home.serve({}, [home.vault, other]);
  await app.status('attached');
  await app.sends('SetEditorState', before + 1);
  await app.sends('ListDiffs', 2);
  expect(app.lastReport).toMatchObject({ active: 'A.md', open: ['A.md'] });
});

browserTest('10: to a daemon of an older protocol only the hello is sent', async () => {
  const lonely = openHome();
  mkdirSync(lonely.runtime);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\n').filter(Boolean)) {
        const { id } = JSON.parse(line);
        socket.write(
          `${JSON.stringify({ id, result: { version: '0.1.0', vault_folders: [] } })}\n`,
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(lonely.socket, resolve));
  const app = await openApp({}, lonely);
  await app.status('too-old');
  expect(app.sent.map(({ method }) => method)).toEqual(['Identify', 'GetStatus']);
  await app.close();
  await new Promise((resolve) => server.close(resolve));
});

browserTest('11, 12, 103: disabling leaves nothing; enabling again makes one of each', async () => {
  const app = await openApp();
  await app.attached();
  await app.do('open', 'A.md');
  const facts = () =>
    app.eval<number[]>(`[
      standIn.bridge.openSockets, standIn.app.extensions.list.length,
      document.querySelectorAll('.vaultd-status').length, standIn.domListeners.count,
      standIn.app.workspace.refs.length, standIn.app.vault.refs.length,
      Object.keys(standIn.app.commands.commands).length,
    ]`);
  await app.eval('standIn.disable()');
  const connections = () => app.eval<number>('standIn.bridge.openSockets');
  await until(async () => (await connections()) === 0, 'the socket to close');
  // The app itself listens to its vault.
  expect(await facts()).toEqual([0, 0, 0, 0, 0, 2, 0]);
  for (let times = 0; times < 10; times++) {
    if (times > 0) await app.eval('standIn.disable()');
    await app.eval('standIn.enable()');
  }
  await app.attached();
  await until(async () => (await connections()) === 1, 'one connection');
  expect((await facts()).slice(0, 3)).toEqual([1, 1, 1]);
});

browserTest('14: the socket of the settings is used, and a wrong one is named there', async () => {
  const data = { socket: join(home.base, 'nowhere.sock') };
  const app = await openApp({ data });
  await app.status('waiting');
  await app.do('showSettings', 'vaultd-companion');
  const socket = app.page.locator('.setting-item', { hasText: 'Socket' });
  await socket.locator('input').fill(join(home.base, 'elsewhere.sock'));
  await socket.getByText('There is no socket at').waitFor();
  await socket.locator('input').fill(home.socket);
  await app.attached();
  expect(JSON.parse(app.data ?? '')).toMatchObject({ socket: home.socket });
});

test('15, 99: the manifest keeps mobile apps out and follows the rules of the directory', () => {
  const file = fileURLToPath(new URL('../../dist/plugin/manifest.json', import.meta.url));
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  expect(manifest).toMatchObject({
    id: 'vaultd-companion',
    name: 'Vaultd Companion',
    isDesktopOnly: true,
    minAppVersion: '1.8.7',
  });
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(manifest.description).toMatch(/^Attach .{1,240}\.$/);
  expect(manifest).not.toHaveProperty('fundingUrl');
});
