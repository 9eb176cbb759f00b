import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { builtUrl } from '../../src/kit/entry-url.ts';
import { TestApp } from '../../test/support/app.ts';
import { openPageIn } from '../../test/support/pages.ts';
import { until } from '../../test/support/until.ts';
import type { ExampleScene } from './scene.ts';

/** One view of the plugin, and how to bring the app there. */
export interface AppShot {
  readonly name: string;
  /** Only this part of the window. */
  readonly clip?: { x: number; y: number; width: number; height: number };
  prepare(app: TestApp, scene: ExampleScene): Promise<void>;
}

const garden = 'Projects/Courtyard garden/Courtyard garden.md';
const plan = 'Projects/Courtyard garden/Plan.md';

/** In this order: each goes on from what the one before has left. */
export const appShots: readonly AppShot[] = [
  {
    name: 'plugin',
    async prepare(app, { gardener }) {
      await app.do('open', plan);
      await app.do('open', garden, 'tab');
      await gardener.call('obsidian_replace_in_note', {
        target: { type: 'path', path: garden },
        replacements: [
          { search: 'Nothing in this garden', replace: 'Nothing and nobody in this garden' },
          { search: 'The drawing work:', replace: 'The drawings, now in their fourth version:' },
        ],
      });
      await app.notice();
      await app.page.locator('.vaultd-changed-line').nth(1).waitFor();
      await selectLine(app, 'Six hundred square metres');
    },
  },
  {
    name: 'plugin-proposal',
    async prepare(app, scene) {
      await app.do('closeTab', 'vaultd-activity');
      await scene.propose();
      await until(async () => (await tabs(app)) === 1, 'the proposal');
      await app.do('goToTab', 'vaultd-proposal');
      await app.page.locator('.vaultd-texts .cm-changedText').first().waitFor();
    },
  },
  {
    name: 'plugin-command',
    clip: { x: 232, y: 210, width: 856, height: 400 },
    async prepare(app, { gardener }) {
      await app.do('closeTab', 'vaultd-proposal');
      await until(async () => (await tabs(app)) === 0, 'the proposal to be closed');
      void gardener.call('obsidian_execute_command', { commandId: 'export-pdf:export' });
      await app.page.locator('.modal').waitFor();
    },
  },
  {
    name: 'plugin-settings',
    clip: { x: 210, y: 120, width: 900, height: 580 },
    async prepare(app) {
      await app.page.keyboard.press('Escape');
      await app.do('showSettings', 'vaultd-companion');
      await app.eval(`{
        const dialog = document.body.createDiv({ cls: 'setting-dialog' });
        dialog.append(document.querySelector('.vertical-tab-content'));
      }`);
    },
  },
];

const tabs = async (app: TestApp) => (await app.do<string[]>('tabs', 'vaultd-proposal')).length;

/** Selects the line with this text, as a person would. */
async function selectLine(app: TestApp, text: string): Promise<void> {
  const lines = (await app.do<string>('text', garden)).split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  await app.do('goTo', garden);
  await app.do('select', [line, 0], [line, lines[line]?.length ?? 0]);
  await app.eval('standIn.driver.cm.focus()');
  await app.eval(`standIn.driver.cm.dom.querySelector('.md-h1').scrollIntoView()`);
}

/** The app in front of the vault of the scene, in its looks. */
export async function openApp(
  browser: Browser,
  { home }: ExampleScene,
  viewport: { width: number; height: number },
): Promise<TestApp> {
  const opened = await openPageIn(browser, { viewport, reducedMotion: 'reduce' });
  const data = { activityAtStart: true };
  const app = await TestApp.open(home, { opened, data, isWaiting: true });
  const looks = readFileSync(builtUrl('../plugin/stand-in/looks.css'), 'utf8');
  await app.page.addStyleTag({ content: `${looks}\n${fonts()}` });
  await app.do('addCommand', 'export-pdf:export', 'Export to PDF');
  await app.start();
  await app.attached();
  await app.eval('standIn.dress()');
  return app;
}

function fonts(): string {
  return [fontFace('Inter', 'inter'), fontFace('JetBrains Mono', 'jetbrains-mono')].join('\n');
}

/** The fonts that the dashboard has too, so that pictures do not depend on what a machine has. */
function fontFace(family: string, name: string): string {
  const path = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const data = readFileSync(builtUrl(`../${path}`)).toString('base64');
  return `@font-face { font-family: "${family}"; font-weight: 100 900; src: url(data:font/woff2;base64,${data}); }`;
}
