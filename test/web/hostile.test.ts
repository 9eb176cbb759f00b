import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, type OpenedPage, openDashboard, openPage } from '../support/browser.ts';
import { goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

/** Each of these would set the mark if anything of it ran. */
const attacks = [
  '<script>window.pwned = 1</script>',
  '<script src="data:text/javascript,window.pwned=1"></script>',
  '<img src=x onerror="window.pwned = 1">',
  '<svg onload="window.pwned = 1"><script>window.pwned = 1</script></svg>',
  '<svg><animate onbegin="window.pwned = 1" attributeName="x" dur="1s"></svg>',
  '<iframe src="javascript:parent.pwned = 1"></iframe>',
  '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
  '<object data="javascript:window.pwned = 1"></object>',
  '<embed src="javascript:window.pwned = 1">',
  '<details open ontoggle="window.pwned = 1">x</details>',
  '<input autofocus onfocus="window.pwned = 1">',
  '<video><source onerror="window.pwned = 1"></video>',
  '<body onload="window.pwned = 1">',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.pwned = 1"></style></mglyph></table></mtext></math>',
  '<form action="javascript:window.pwned = 1"><button id="go">go</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import url(https://evil.example/x.css); body { display: none }</style>',
  '<div style="position: fixed; inset: 0; background: url(https://evil.example/x.png)">over</div>',
  'inline <img src=x onerror="window.pwned = 1"> and <b onclick="window.pwned = 1">bold</b> text',
  '[a link](javascript:window.pwned=1) and [another](data:text/html,<script>window.pwned=1</script>)',
  '<a href="javascript:window.pwned = 1" id="bad">a link in HTML</a>',
  '<a href="JaVaScRiPt:window.pwned = 1">mixed</a> <a href=" java\nscript:window.pwned=1">broken</a>',
  '[[javascript:window.pwned=1|a wikilink]]',
  '![[x" onerror="window.pwned=1]]',
  '![tracker](https://evil.example/pixel.png)',
  '$\\href{javascript:window.pwned=1}{x} \\includegraphics{https://evil.example/x.png}$',
  '```mermaid\ngraph TD; A["<img src=x onerror=window.pwned=1>"]\n```',
  '> [!note] <img src=x onerror="window.pwned = 1">\n> text',
  '| a |\n|---|\n| <img src=x onerror="window.pwned = 1"> |',
  '[^1]\n\n[^1]: <img src=x onerror="window.pwned = 1">',
];

const home = new VaultHome({
  'Hostile.md': `---\ntitle: "<img src=x onerror=window.pwned=1>"\nhtml: "<script>window.pwned=1</script>"\nlink: "[[javascript:window.pwned=1]]"\n---\n\n${attacks.join('\n\n')}\n\nThe end.\n`,
  '<img src=x onerror=alert(1)>.md': 'A hostile name, linked from nowhere.\n',
  'Picture.md': '![[drawing.svg]]\n',
  'drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="window.pwned = 1"><script>window.pwned = 1; parent.pwned = 1</script><rect width="40" height="40"/></svg>',
});

/** One page for all tests that only need a browser that is logged in. */
let inside: OpenedPage;
let origin: string;
beforeAll(async () => {
  await home.serve();
  inside = await openDashboard(home);
  origin = new URL(inside.page.url()).origin;
});
afterAll(() => home.remove());

browserTest('a note full of hostile HTML runs nothing and sends no request', async () => {
  const { page, problems, hosts } = await openDashboard(home);
  page.on('dialog', () => problems.push('a dialog'));
  await goTo(page, '#/notes/Hostile.md');
  await page.locator('.prose', { hasText: 'The end.' }).waitFor();
  await page.evaluate(`for (const each of document.querySelectorAll('.prose *')) {
    if (!each.closest('a[target=_blank]')) each.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }`);
  await goTo(page, '#/notes/Hostile.md');
  await page.locator('.prose', { hasText: 'The end.' }).waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(
    await page
      .locator('.prose')
      .locator(
        'script, iframe, object, embed, form, style, link, meta, base, svg:not([aria-hidden])',
      )
      .count(),
  ).toBe(0);
  expect(
    await page.evaluate(`[...document.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on')))`),
  ).toEqual([]);
  const targets = await page
    .locator('.reading a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets.filter((href) => !/^(#\/|https:|\/files\/)/.test(href ?? ''))).toEqual([]);
  expect([...hosts].filter((host) => !host.startsWith('127.0.0.1:'))).toEqual([]);
  // The inert document that HTML is read into is under the same policy, and says so: some versions
  // of handlers, others of styles only. That none reached the page is seen above.
  const ofInert = /Applying inline style|base URI|inline event handler/;
  expect(problems.filter((each) => !ofInert.test(each))).toEqual([]);
});

browserTest('hostile names and drawings run nothing either', async () => {
  const { page, problems } = inside;
  await goTo(page, '#/notes/Picture.md');
  await page.locator('.prose img').waitFor();
  await page.locator('.tree-row', { hasText: 'onerror' }).click();
  await page.locator('.prose', { hasText: 'A hostile name' }).waitFor();
  await goTo(page, '#/search?mode=text&q=hostile');
  await page.locator('.hit').first().waitFor();
  await page.goto(`${origin}/files/drawing.svg`);
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(
    problems.filter((each) => !/Content Security Policy|Blocked script execution/.test(each)),
  ).toEqual([]);
});

browserTest('without the cookie every request is refused', async () => {
  const { page } = await openPage();
  expect((await page.goto(`${origin}/`))?.status()).toBe(401);
  expect((await page.goto(`${origin}/files/drawing.svg`))?.status()).toBe(401);
  const statuses = await page.evaluate(`Promise.all([
    fetch('/api/call', { method: 'POST', headers: { 'content-type': 'application/json', 'x-vaultd': '1' },
      body: JSON.stringify({ operation: 'note.read', input: { path: 'Hostile.md' } }) }),
    fetch('/api/events'),
  ]).then((all) => all.map(({ status }) => status))`);
  expect(statuses).toEqual([401, 401]);
});

browserTest('a page of another origin is refused, cookie or not', async () => {
  const { page } = inside;
  // Another port of the same host counts as the same site, so the cookie is sent along.
  const foreign = await page.context().newPage();
  await foreign.route('http://127.0.0.1:1/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>foreign</p>' }),
  );
  await foreign.goto('http://127.0.0.1:1/page');
  const outcome =
    await foreign.evaluate(`fetch('${origin}/api/call', { method: 'POST', credentials: 'include',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ operation: 'note.write', input: { path: 'Hostile.md', content: 'taken over' } }) })
    .then((answer) => answer.status, (error) => String(error))`);
  expect(String(outcome)).toMatch(/Failed to fetch|403/);
  expect(home.tree()['Hostile.md']).toContain('The end.');
  const asked = await page.request.post(`${origin}/api/call`, {
    headers: {
      origin: 'https://evil.example',
      'x-vaultd': '1',
      'content-type': 'application/json',
    },
    data: { operation: 'vault.list', input: {} },
  });
  expect(asked.status()).toBe(403);
});
