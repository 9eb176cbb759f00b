import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { serveForeign } from '../support/foreign-page.ts';
import { WebHome } from '../support/web-protocol.ts';

const write = { operation: 'note.write', input: { path: 'a.md', content: 'hacked' } };

/** What a foreign page tries, and what it got hold of. */
const attempts: [string, (url: string, body: string) => Promise<string>][] = [
  [
    'calls with our header',
    async (url, body) => {
      const headers = { 'Content-Type': 'application/json', 'X-Vaultd': '1' };
      const answer = await fetch(`${url}/api/call`, {
        method: 'POST',
        credentials: 'include',
        headers,
        body,
      });
      return answer.text();
    },
  ],
  [
    'calls without asking first',
    async (url, body) => {
      const answer = await fetch(`${url}/api/call`, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body,
      });
      return answer.text();
    },
  ],
  [
    'reads a file',
    async (url) => (await fetch(`${url}/files/a.md`, { credentials: 'include' })).text(),
  ],
  [
    'reads the page',
    async (url) => (await fetch(`${url}/`, { mode: 'no-cors', credentials: 'include' })).text(),
  ],
];

browserTest('a foreign page gets nothing and changes nothing, whatever it tries', async () => {
  const home = await WebHome.open({ assets: { 'index.html': '<!doctype html>ours' } });
  const { page } = await openPage();
  await page.goto(home.protocol.newLink());
  expect(await page.textContent('body')).toContain('ours');
  await page.goto(await serveForeign('<!doctype html>theirs'));
  for (const [what, attempt] of attempts) {
    const got = await page.evaluate(
      async ([source, url, body]) => {
        try {
          const run: typeof attempt = new Function(`return ${source}`)();
          return await run(url ?? '', body ?? '');
        } catch (thrown) {
          return String(thrown);
        }
      },
      [attempt.toString(), home.origin, JSON.stringify(write)],
    );
    expect(got, what).not.toMatch(/one|ours|"ok":true/);
    expect(home.sessions.list(), what).toEqual([]);
    expect(readNote(home), what).toBe('one\n');
  }
});

browserTest('a form of a foreign page changes nothing', async () => {
  const home = await WebHome.open();
  const { page } = await openPage();
  await page.goto(home.protocol.newLink());
  // A form can spell JSON as plain text.
  const html = `<!doctype html><form method="post" enctype="text/plain" action="${home.origin}/api/call">
    <input name='${JSON.stringify(write).slice(0, -1)},"x":"' value='"}'><button>go</button></form>`;
  await page.goto(await serveForeign(html));
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/call'));
  await page.click('button');
  expect((await answered).status()).toBe(403);
  expect(readNote(home)).toBe('one\n');
});

browserTest('the dashboard cannot be framed, and its files cannot be shown elsewhere', async () => {
  const home = await WebHome.open({
    files: { 'p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
    assets: { 'index.html': '<!doctype html>ours' },
  });
  const { page } = await openPage();
  await page.goto(home.protocol.newLink());
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(home.origin)) statuses.push(response.status());
  });
  const html = `<!doctype html><iframe src="${home.origin}/"></iframe><img src="${home.origin}/files/p.svg">`;
  await page.goto(await serveForeign(html), { waitUntil: 'load' });
  expect(statuses.filter((status) => status < 400)).toEqual([]);
  expect(await page.evaluate(`document.querySelector('img').naturalWidth`)).toBe(0);
});

browserTest('a file with a script in it shows and runs nothing', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = 'ran'</script></svg>`;
  const home = await WebHome.open({ files: { 'v.svg': svg } });
  const { page } = await openPage();
  await page.goto(home.protocol.newLink());
  await page.goto(`${home.origin}/files/v.svg`);
  expect(await page.title()).not.toBe('ran');
});

const readNote = (home: WebHome) => readFileSync(join(home.root, 'a.md'), 'utf8');
