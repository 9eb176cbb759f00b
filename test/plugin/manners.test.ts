import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { findBarriers } from '../support/dashboard.ts';
import { atFileEnd } from '../support/file-end.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundle = readFileSync(join(root, 'dist/plugin/main.js'), 'utf8');
const sources = readdirSync(join(root, 'plugin/src'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(root, 'plugin/src', name), 'utf8') }));

test('100: the bundle requires only what the app has, and Node’s files and sockets', () => {
  const required = [...bundle.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name);
  const foreign = required.filter(
    (name) =>
      !/^(obsidian|@codemirror\/\w+|@lezer\/\w+|node:(net|os|path|fs(\/promises)?))$/.test(name),
  );
  expect(foreign).toEqual([]);
  expect(bundle.length).toBeLessThan(150_000);
  expect(bundle).not.toMatch(/^(import|export) /m);
});

test('101: there is no second copy of CodeMirror’s editor in the bundle', () => {
  expect(bundle).not.toMatch(
    /\b(EditorState|EditorView)\s*=\s*class|class (EditorState|EditorView)\b/,
  );
  expect(bundle).toMatch(/\bMergeView\s*=\s*class|class MergeView\b/);
});

test('102: the source writes no markup, opens no network, starts no program', () => {
  const unwanted =
    /innerHTML|outerHTML|insertAdjacentHTML|\beval\(|\bfetch\(|requestUrl|XMLHttpRequest|WebSocket|child_process|console\.(log|info|debug|warn)|(?<![.\w])app\.(workspace|vault)\b(?=.*globalThis)/;
  expect(sources.filter(({ text }) => unwanted.test(text)).map(({ name }) => name)).toEqual([]);
  expect(bundle).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|child_process|\bfetch\(|requestUrl|XMLHttpRequest|WebSocket|\beval\(|new Function/,
  );
  expect(sources.length).toBeGreaterThan(20);
});

test('98: the rules of the vendor are all on, and no line is exempt from them', () => {
  const config = readFileSync(join(root, 'plugin/lint/eslint.config.mjs'), 'utf8');
  expect(config).toContain('...obsidianmd.configs.recommended');
  expect(config).not.toMatch(/\brules\b|\boff\b/);
  const exempt = sources.filter(({ text }) => /eslint-|biome-ignore|@ts-/.test(text));
  expect(exempt.map(({ name }) => name)).toEqual([]);
  expect(readFileSync(join(root, 'scripts/lint-plugin.mjs'), 'utf8')).toContain(
    "'--max-warnings', '0'",
  );
  for (const script of ['scripts/check.mjs', '.ci/run']) {
    expect(readFileSync(join(root, script), 'utf8')).toContain('scripts/lint-plugin.mjs');
  }
});

test('104: the types are checked against the oldest app that the manifest allows', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { minAppVersion } = JSON.parse(read('plugin/manifest.json'));
  expect(JSON.parse(read('node_modules/obsidian-oldest/package.json')).version).toBe(minAppVersion);
  const { compilerOptions, include } = JSON.parse(read('plugin/tsconfig.oldest.json'));
  expect(compilerOptions.paths.obsidian).toEqual(['../node_modules/obsidian-oldest/obsidian.d.ts']);
  expect(include).toEqual(['src']);
  expect(read('scripts/check.mjs')).toContain("'-p', 'plugin/tsconfig.oldest.json'");
});

test('105: nothing but errors is logged', () => {
  const logging = sources.filter(({ text }) => /console\./.test(text)).map(({ name }) => name);
  expect(logging).toEqual(['daemon.ts']);
});

test('106: the README says what is outside the vault, and that there is no network', () => {
  const readme = readFileSync(join(root, 'plugin/README.md'), 'utf8');
  for (const words of [/socket/, /no network/i, /no telemetry/i, /no account/i]) {
    expect(readme).toMatch(words);
  }
});

test('107: a rebuild gives the same bytes', async () => {
  const { outputFiles } = await build({
    ...(await import('../../scripts/build-plugin.mjs')).pluginOptions,
    absWorkingDir: root,
    write: false,
  });
  await stop();
  expect(outputFiles?.[0]?.text).toBe(bundle);
});

let home: VaultHome;
let app: TestApp;

beforeAll(async () => {
  home = new VaultHome({ 'A.md': 'one\n' });
  atFileEnd(() => home.remove());
  await home.serve();
  app = await TestApp.open(home, { data: { activityAtStart: true } });
  await app.attached();
});

browserTest('108: settings are the app’s own items, in sentence case, and searchable', async () => {
  const names = await app.do<string[]>('showSettings', 'vaultd-companion');
  expect(names).toEqual([
    'Connection',
    'Share with assistants',
    'Show proposed changes',
    'Mark changed lines',
    'Show activity at start',
    'Start paused',
    'Socket',
  ]);
  const searched = await app.eval<string[]>(
    `standIn.app.settingTabs.get('vaultd-companion').getSettingDefinitions().map(({ name }) => name)`,
  );
  expect(searched).toEqual(names);
  await app.page.locator('select').selectOption('off');
  await app.sends('SetSharing');
  await app.page.locator('select').selectOption('selection');
  await app.sends('SetSharing', 2);
});

browserTest(
  '109: readable in both themes and with large letters, without inline styles',
  async () => {
    const client = await home.connect();
    await client.call('WriteNote', { path: 'A.md', content: 'two\n' });
    client.close();
    await app.page.locator('.vaultd-entry').first().waitFor();
    const own = '.vaultd-activity, .vaultd-status';
    for (const theme of ['theme-light', 'theme-dark']) {
      await app.eval(`document.body.className = '${theme}'; document.body.style.fontSize = '200%'`);
      const barriers = (await findBarriers(app.page)).filter(
        // The stand-in has no landmarks.
        (each) => each.includes('vaultd') && !each.startsWith('region'),
      );
      expect(barriers).toEqual([]);
    }
    const styled = `document.querySelectorAll(':is(${own}) [style], :is(${own})[style]').length`;
    expect(await app.eval(styled)).toBe(0);
    expect(app.problems).toEqual([]);
  },
);
