import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({
  'Home.md': 'To [[Moss]] and [[Fern]].\n',
  'Moss.md': '---\nrating: 3\ndone: false\ntags: [green]\n---\n# Moss\n\nSoft and *green*.\n',
  'Garden/Fern.md': '# Fern\n\nSee [[Moss|the moss]]. #green/dark\n',
  'Tasks.md': '\ufeff# Tasks\r\n\r\n- [ ] sweep\r\n- [ ] rake [[Moss]]\r\n* [x] mow',
  'Work.md': '# Work\r\n\r\n- [ ] **dig**\r\n- [ ] rake [[Moss]]\r\nlast',
  'Templates/Plant.md': '# {{title}}\n\nA plant.\n',
  '.obsidian/templates.json': '{"folder":"Templates"}',
  '.obsidian/core-plugins.json': '{"templates":true}',
  '.obsidian/app.json': '{"attachmentFolderPath":"Files"}',
});
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  await home.serve();
  opened = await openDashboard(home);
  page = opened.page;
  await page.locator('.rail').waitFor();
});
afterAll(() => home.remove());

const textOf = (path: string): string => home.tree()[path] ?? '';
const bytesOf = (path: string): string => readFileSync(join(home.vault, path), 'utf8');

async function show(path: string, wanted = '.reading'): Promise<void> {
  await goTo(page, `#/notes/${path}`);
  await page.locator(`.note-column[aria-label="${path}"] ${wanted}`).first().waitFor();
}

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

browserTest('a note is renamed and moved by a dialog, and links to it follow', async () => {
  await show('Garden/Fern.md');
  await page.keyboard.press('F2');
  await page.getByLabel('Name', { exact: true }).fill('Bracken');
  await page.getByLabel('Folder', { exact: true }).fill('Wood/Damp');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('#/notes/Wood/Damp/Bracken.md');
  expect(textOf('Wood/Damp/Bracken.md')).toContain('# Fern');
  expect(textOf('Home.md')).toBe('To [[Moss]] and [[Bracken]].\n');
  await page.locator('.toast', { hasText: '1 link' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => textOf('Home.md')).toBe('To [[Moss]] and [[Fern]].\n');
});

browserTest('a note is duplicated beside itself, and moved to the trash', async () => {
  await show('Home.md');
  await choose('Duplicate');
  await expect.poll(() => page.url()).toContain('#/notes/Home%201.md');
  expect(textOf('Home 1.md')).toBe(textOf('Home.md'));
  await page.locator('.note-column[aria-label="Home 1.md"] .reading').waitFor();
  await choose('Move to the trash');
  await page.locator('.toast', { hasText: 'to the trash' }).waitFor();
  expect(home.tree()['Home 1.md']).toBeUndefined();
});

browserTest('the history of a note has every version, also from before it was moved', async () => {
  await home.run(['append', 'Moss.md', 'A second line.'], { cwd: home.vault });
  await home.run(['move', 'Moss.md', 'Garden/'], { cwd: home.vault });
  await show('Garden/Moss.md');
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.locator('.versions button');
  await expect.poll(() => versions.allTextContents()).toHaveLength(2);
  expect(await versions.first().textContent()).toContain('moved Moss.md to Garden/Moss.md');
  await versions.nth(1).click();
  await expect
    .poll(() => page.locator('.version .diff .added').textContent())
    .toContain('A second line.');
  expect(await findBarriers(page)).toEqual([]);
});

browserTest('a version is restored, byte by byte', async () => {
  const before = bytesOf('Garden/Moss.md');
  await home.run(['append', 'Garden/Moss.md', 'Too much.'], { cwd: home.vault });
  const second = page.locator('.versions button', { hasText: 'append to Moss.md' });
  await expect.poll(() => page.locator('.versions button').count()).toBe(3);
  await second.click();
  await page.getByRole('button', { name: 'What changed since' }).click();
  await expect.poll(() => page.locator('.version .added').textContent()).toContain('Too much.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => bytesOf('Garden/Moss.md')).toBe(before);
});

browserTest('a note is made from a template', async () => {
  await show('Home.md');
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ivy');
  await page.getByLabel('Folder', { exact: true }).fill('Garden');
  await page.getByLabel('Template').selectOption('Plant');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.locator('.cm-content', { hasText: 'A plant.' }).waitFor();
  expect(textOf('Garden/Ivy.md')).toBe('# Ivy\n\nA plant.\n');
});

browserTest('properties are edited in place, each by its type', async () => {
  await show('Garden/Moss.md', '.properties');
  await page.getByLabel('done', { exact: true }).check();
  await expect.poll(() => textOf('Garden/Moss.md')).toContain('done: true\n');
  await page.getByLabel('rating', { exact: true }).fill('4.5');
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf('Garden/Moss.md')).toContain('rating: 4.5\n');
  await page.getByLabel('Add to tags').fill('soft');
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf('Garden/Moss.md')).toMatch(/tags:[^#]*green[^#]*soft/);
  await page.locator('.properties', { hasText: 'soft' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

browserTest('a property is added, edited as text, and removed', async () => {
  await page.getByRole('button', { name: 'Add property' }).click();
  await page.getByLabel('Name of the new property').fill('place');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit place' }).click();
  await page.getByLabel('place', { exact: true }).fill('[[Home]]');
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf('Garden/Moss.md')).toContain('place: "[[Home]]"\n');
  await page.locator('.properties a.inside', { hasText: 'Home' }).waitFor();
  await page.locator('.properties > div', { hasText: 'place' }).hover();
  await page.getByRole('button', { name: 'Remove place' }).click();
  await expect.poll(() => textOf('Garden/Moss.md')).not.toContain('place');
});

browserTest('ticking tasks changes one character each, and not one byte more', async () => {
  await show('Tasks.md', '.task input');
  const boxes = page.locator('.reading .task input');
  // Both before the page has seen the outcome of the first.
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await expect
    .poll(() => bytesOf('Tasks.md'))
    .toBe('\ufeff# Tasks\r\n\r\n- [x] sweep\r\n- [x] rake [[Moss]]\r\n* [x] mow');
});

browserTest('the page of tasks lists them by note, and ticks them', async () => {
  await goTo(page, '#/tasks');
  await page.getByRole('button', { name: 'Done' }).click();
  const box = page.getByRole('checkbox', { name: 'sweep' });
  await box.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await box.click();
  await expect.poll(() => bytesOf('Tasks.md')).toContain('- [ ] sweep\r\n- [x] rake');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('checkbox', { name: 'sweep' }).waitFor();
});

browserTest('a tag leads to its notes, and to those of the tags below it', async () => {
  await show('Garden/Fern.md', 'a.tag');
  await page.locator('.prose a.tag').click();
  await page.locator('.tagged a', { hasText: 'Fern' }).waitFor();
  await page.locator('.tag-list a', { hasText: 'green' }).first().click();
  await expect
    .poll(() => page.locator('.tagged li').allTextContents())
    .toEqual(['FernGarden', 'MossGarden']);
  expect(await findBarriers(page)).toEqual([]);
});

browserTest('a link shows the note behind it while the pointer rests on it', async () => {
  await show('Garden/Fern.md', 'a.inside');
  await page.locator('.prose a.inside', { hasText: 'the moss' }).hover();
  const preview = page.getByRole('complementary', { name: 'Preview of Moss' });
  await preview.locator('em', { hasText: 'green' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
});

/** Drops a file as a browser does when a person lets it go over an element. */
async function dropFile(selector: string, name: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([1, 2, 255])], ${JSON.stringify(name)}));
    const host = document.querySelector('.editor-host');
    const target = document.querySelector(${JSON.stringify(selector)}) ?? host.shadowRoot.querySelector(${JSON.stringify(selector)});
    const { left, top } = target.getBoundingClientRect();
    const options = { dataTransfer: data, bubbles: true, cancelable: true, composed: true, clientX: left + 40, clientY: top + 30 };
    target.dispatchEvent(new DragEvent('dragover', options));
    target.dispatchEvent(new DragEvent('drop', options));
  })()`);
}

browserTest('a file that is dropped on a note becomes an attachment', async () => {
  await show('Home.md');
  await dropFile('.reading', 'leaf.png');
  await expect.poll(() => textOf('Home.md')).toContain('![[leaf.png]]');
  expect([...readFileSync(join(home.vault, 'Files/leaf.png'))]).toEqual([1, 2, 255]);
  await page.locator('.prose img[alt="leaf.png"]').waitFor();
});

browserTest('a file that is dropped into the editor is embedded where it fell', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dropFile('.cm-content', 'leaf.png');
  await page.locator('.cm-content', { hasText: '![[leaf 1.png]]' }).waitFor();
  expect(textOf('Home.md')).not.toContain('leaf 1');
  await page.getByRole('button', { name: 'Discard' }).click();
});

browserTest('the editor shows text as it reads, and its marks where the cursor is', async () => {
  await show('Work.md');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const lines = page.locator('.cm-line');
  await lines.first().waitFor();
  await page.keyboard.press('Control+End');
  await expect
    .poll(() => lines.allTextContents())
    .toEqual(['Work', '', '-  dig', '-  rake Moss', 'last']);
  expect(await page.locator('.cm-task').count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Control+Home');
  await expect.poll(() => lines.first().textContent()).toBe('# Work');
  await page.keyboard.press('Enter');
  await page.locator('.cm-task').nth(1).click();
  await page.keyboard.press('Control+s');
  // The ends of lines stay those of the file.
  await expect
    .poll(() => bytesOf('Work.md'))
    .toBe('\r\n# Work\r\n\r\n- [ ] **dig**\r\n- [x] rake [[Moss]]\r\nlast');
  await page.getByLabel('Live preview').uncheck();
  await expect.poll(() => lines.nth(4).textContent()).toBe('- [x] rake [[Moss]]');
});

browserTest('nothing went wrong on the page but what we provoked', () => {
  // A note that was open when its move was undone.
  expect(opened.problems.filter((each) => !each.includes('Bracken.md'))).toEqual([]);
});
